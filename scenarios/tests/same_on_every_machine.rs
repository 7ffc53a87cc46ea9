//! The same scenario gives the same trace, byte for byte, here and in a browser: `fingerprints.txt` lists
//! what every scenario file gives. `MIDTURN_BLESS=1` renews it, natively.

use midturn_engine::lab::Run;
use midturn_scenarios::{BUILT_IN, read, trace_fingerprint, trace_json};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const STORED: &str = include_str!("../fingerprints.txt");

/// A line a file: its path and its trace's fingerprint.
fn fingerprints() -> String {
    let lines = BUILT_IN.iter().map(|(name, text)| match read(name, text) {
        Ok(story) => {
            let plan = &story.data.plan;
            let mut run = Run::new(plan).expect("a known system");
            format!("{name} {:016x}\n", trace_fingerprint(plan, run.finish()))
        }
        Err(_) => format!("{name} has faults\n"),
    });
    lines.collect()
}

#[test]
fn traces_are_what_they_were() {
    let now = fingerprints();
    #[cfg(not(target_arch = "wasm32"))]
    if std::env::var_os("MIDTURN_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fingerprints.txt");
        std::fs::write(path, &now).expect("a writable file");
        return;
    }
    let changed: Vec<&str> =
        now.lines().filter(|line| !STORED.lines().any(|stored| stored == *line)).collect();
    let gone: Vec<&str> =
        STORED.lines().filter(|line| !now.lines().any(|found| found == *line)).collect();
    assert!(
        changed.is_empty() && gone.is_empty(),
        "a trace has changed, or a scenario is new: look at it with `play FILE`, then write it down with \
         `MIDTURN_BLESS=1 cargo test -p midturn-scenarios`\n\
         now:\n{}\nstored:\n{}",
        changed.join("\n"),
        gone.join("\n")
    );
}

#[test]
fn a_run_can_be_repeated() {
    for text in [include_str!("files/short-story.toml"), include_str!("files/small-case.toml")] {
        let story = read("pasted text", text).expect("a sound file");
        let [once, twice] = [(); 2].map(|()| {
            let mut run = Run::new(&story.data.plan).expect("a known system");
            trace_json(&story.data.plan, run.finish())
        });
        assert_eq!(once, twice);
    }
}
