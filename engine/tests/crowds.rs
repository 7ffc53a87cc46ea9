//! The danger: a promise that every scenario keeps, because nobody thought of the one that breaks it.
//!
//! Crowds are made from a seed: a dozen inputs of any sort at any moment, a model that says anything, tools
//! that obey or do not, any order. `MIDTURN_CROWDS=N` tries N of them.

mod support;

use midturn_engine::ground::oracle::Seeded;
use midturn_engine::ground::{Choice, Millis, Oracle};
use midturn_engine::lab::plan::{Act, Plan};
use midturn_engine::lab::{Outcome, Run, checkers};
use midturn_engine::world::{Beat, Call, Content, Operation};
use support::*;

/// A die with a memory: the same seed, the same throws.
struct Die(Seeded);

impl Die {
    fn below(&mut self, sides: usize) -> usize {
        let options = vec![String::new(); sides];
        self.0.choose(&Choice { at: Millis::ZERO, options: &options })
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// What can be done; `U`, `M` and `H` stand for a new message of a person, an agent or the host.
const DEEDS: &[&str] = &[
    "start-or-steer U",
    "start-or-steer U",
    "start-or-steer -",
    "start-or-steer H",
    "start-if-idle U",
    "start-if-idle M",
    "start-if-idle U mode=plan",
    "steer U",
    "steer U expected=i0",
    "steer -",
    "recover - turn=i0",
    "inject H",
    "inject H",
    "mail M",
    "mail M",
    "mail M",
    "interrupt",
    "interrupt",
    "abort - reason=replaced",
    "abort - reason=budget-limited",
    "start-or-steer U waits=no",
    "abort-taskless",
    "guardian-denial",
    "shutdown",
    "close-channel",
    "suspend",
    "realtime-text U",
    "continue H previous=i0",
    "interrupt-if-no-pending-input - turn=i0",
    "interrupt-if-no-pending-input - turn=i0 waits=no",
    "start-or-steer U approval=never",
    "start-if-idle U approval=never mode=plan",
    "configure - never-allowed=no",
    "configure - mode=plan",
    "configure - mode=default never-allowed=yes",
    "review - takes=300",
    "compact - takes=300",
    "user-shell - takes=300",
    "queue-add U",
    "queue-add U",
    "queue-start",
    "queue-delete i1-words",
    "queue-start i2-words",
    "announce-idle",
    "crash",
    "load",
    "load",
    "ask-drain",
];

fn crowd(die: &mut Die) -> Tale {
    let mut tale = Tale::codex().setting("wait-min-ms", "50");
    for switch in [
        "mailbox_watched",
        "plan_admission_atomic",
        "continue_if_idle",
        "interrupt_if_no_pending_input",
        "pending_mail_counts",
        "root_of_first_mail",
    ] {
        tale = tale.setting(switch, die.of(&["off", "on"]));
    }
    for n in 0..12 {
        let id = format!("i{n}");
        let deed = die.of(if n == 0 { &DEEDS[..2] } else { DEEDS });
        let words = format!("{id}-words");
        tale = match deed.split(' ').nth(1) {
            Some("U") => tale.user(&words),
            Some("M") => tale.mail(&words, die.below(2) == 0),
            Some("H") => tale.host_item(&words),
            _ => tale,
        };
        let deed = ["U", "M", "H"].iter().fold(format!("{deed} "), |deed, sort| {
            deed.replace(&format!(" {sort} "), &format!(" {words} "))
        });
        let when = u64::try_from(die.below(20)).expect("small") * 50;
        tale = tale.input(&id, at(when), deed.trim_end());
    }
    forget_deeds_without_words(&mut tale);
    for n in 0..30 {
        let items = die.below(4);
        let beats = (0..items).map(|item| beat(die, &format!("r{n}-{item}"))).collect();
        tale = tale.response(beats);
        tale.0.responses[n].end_turn = [None, None, Some(true), Some(false)][die.below(4)];
        for item in 0..items {
            let takes = u64::try_from(die.below(4)).expect("small") * 100;
            // Every third call is of a tool that nobody knows.
            if die.below(3) > 0 {
                tale = tale.tool(&format!("r{n}-{item}"), takes, die.below(3) == 0);
            }
        }
    }
    tale
}

/// A deed that names the words of an input which wrote none.
fn forget_deeds_without_words(tale: &mut Tale) {
    let Plan { messages, inputs, .. } = &mut tale.0;
    inputs.retain(|input| match &input.act {
        Act::Operate(Operation { message: Some(words), .. }) => {
            messages.iter().any(|message| message.id == *words)
        }
        _ => true,
    });
}

fn beat(die: &mut Die, id: &str) -> Beat {
    let call = |tool: &str, millis| {
        Content::Call(Call { call: id.into(), tool: tool.into(), millis, to: None, flaw: None })
    };
    match die.below(8) {
        0 => says(id, Content::Reasoning),
        1 => says(id, Content::Commentary),
        2 => says(id, Content::FinalAnswer),
        3 => says(id, Content::Untagged),
        4 => says(id, call("clock.sleep", Some(250))),
        5 => says(id, call("wait_agent", Some(250))),
        _ => says(id, call("shell", None)),
    }
}

#[test]
fn no_crowd_breaks_a_promise() {
    let crowds = std::env::var("MIDTURN_CROWDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..crowds {
        let tale = crowd(&mut Die(Seeded::new(seed)));
        let mut run = Run::with_oracle(&tale.0, Box::new(Seeded::new(!seed))).expect("codex");
        let record = run.finish();
        let breaches = checkers::check_all(record);
        assert_eq!(breaches.first(), None, "crowd {seed}\n{}", trace_of(record));
        assert_eq!(record.outcome, Some(Outcome::Rest), "crowd {seed}\n{}", trace_of(record));
    }
}
