//! `json DIR`: every scenario of the repository as JSON, for programs that have no TOML reader.

use super::{FAILED, GOOD, complain, say};
use midturn_engine::lab::Run;
use midturn_scenarios::{BUILT_IN, Story, read, trace_fingerprint};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The version of what is written; docs/scenario-format.md describes it.
const FORMAT: u8 = 1;
/// What lists all of them.
const INDEX: &str = "index.json";

pub(super) fn run(dir: &Path) -> u8 {
    match write_all(dir) {
        Ok(written) => {
            say(&format!("{written} scenarios as JSON\n"));
            GOOD
        }
        Err(why) => {
            complain(&why);
            FAILED
        }
    }
}

fn write_all(dir: &Path) -> Result<usize, String> {
    let mut listed = Vec::new();
    for (path, text) in BUILT_IN {
        let (entry, scenario) = document(path, text).map_err(|why| format!("{path}: {why}"))?;
        let mut whole = entry.clone();
        whole["toml"] = (*text).into();
        whole["scenario"] = scenario;
        write(dir, &json_file(path), &whole)?;
        listed.push(entry);
    }
    let all = json!({ "format": FORMAT, "scenarios": listed });
    write(dir, INDEX, &all)?;
    Ok(listed.len())
}

/// What is said of a scenario where all are listed, and its text as JSON.
fn document(path: &str, text: &str) -> Result<(Value, Value), String> {
    let story = read(path, text)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let entry = json!({
        "file": json_file(path),
        "id": story.data.plan.id,
        "system": story.data.plan.system,
        "told": story.told,
        "title": story.texts.en.title,
        "fingerprint": fingerprint(&story)?,
    });
    Ok((entry, toml::from_str(text).map_err(|error| error.to_string())?))
}

fn fingerprint(story: &Story) -> Result<String, String> {
    let plan = &story.data.plan;
    let mut run = Run::new(plan).map_err(|error| error.to_string())?;
    Ok(format!("{:016x}", trace_fingerprint(plan, run.finish())))
}

fn json_file(path: &str) -> String {
    format!("{}.json", path.strip_suffix(".toml").unwrap_or(path))
}

fn write(dir: &Path, name: &str, value: &Value) -> Result<(), String> {
    let path = dir.join(name);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(&path, format!("{value}\n")).map_err(failed)
}
