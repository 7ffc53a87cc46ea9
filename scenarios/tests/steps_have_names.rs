//! The name of a step in a link finds that step, and only that one.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_engine::lab::Run;
use midturn_engine::world::Step;
use midturn_scenarios::Story;
use midturn_scenarios::step_id::{find, name};
use support::{SHORT_STORY, sound};

fn story() -> (Story, Vec<Step>) {
    let story = sound(SHORT_STORY);
    let mut run = Run::new(&story.data.plan).expect("a known system");
    let steps = run.finish().steps.clone();
    (story, steps)
}

#[test]
fn every_step_has_a_name_that_finds_it() {
    let (Story { data, .. }, steps) = story();
    assert!(steps.len() > 10);
    for step in &steps {
        let name = name(&data, &steps, step.seq).expect("it exists");
        assert_eq!(find(&data, &steps, &name), Some(step.seq), "{name}");
    }
    assert_eq!(name(&data, &steps, 0), None);
}

#[test]
fn narrated_steps_keep_their_own_names() {
    let (Story { data, .. }, steps) = story();
    let beat = &data.beats[0];
    let step = find(&data, &steps, &beat.id).expect("the beat's step");
    assert_eq!(name(&data, &steps, step), Some(beat.id.clone()));
}

#[test]
fn what_is_not_there_is_not_found() {
    let (Story { data, .. }, steps) = story();
    for name in
        ["", "x", "a~b", "a~b~0", "a~b~c", "input.written~nobody~1", "~~", "a~b~99999999999"]
    {
        assert_eq!(find(&data, &steps, name), None, "{name}");
    }
}
