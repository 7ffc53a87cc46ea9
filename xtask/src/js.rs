//! Takes comments and indentation out of the page's scripts. They are plain modules, one statement a line, so no
//! parser is needed: a comment stands on lines of its own, and no text goes over a line's end.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

/// Compacts every script below a folder.
pub fn compact_all(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            compact_all(&path)?;
        } else if path.extension().is_some_and(|ending| ending == "js") {
            let text = fs::read_to_string(&path)
                .with_context(|| format!("{} cannot be read", path.display()))?;
            fs::write(&path, compact(&text))?;
        }
    }
    Ok(())
}

/// Where the glue takes an instance's exports over.
const TAKES_OVER: &str = "wasm = instance.exports;";
/// The page's script that holds the instance: `web/src/browser/later.js`.
const HOLDER: &str = "/later.js";

/// Puts the page's own guard before an instance's exports, and lets others ask to be told when it ends.
pub fn guard(glue: &Path) -> Result<()> {
    let text =
        fs::read_to_string(glue).with_context(|| format!("{} cannot be read", glue.display()))?;
    fs::write(glue, guarded(&text)?)
        .with_context(|| format!("{} cannot be written", glue.display()))
}

fn guarded(glue: &str) -> Result<String> {
    let holder = glue.lines().filter(|line| line.starts_with("import ")).find_map(|line| {
        line.split('"').find(|part| part.starts_with("./") && part.ends_with(HOLDER))
    });
    let holder = holder.context("the glue does not import the script that holds the instance")?;
    if glue.matches(TAKES_OVER).count() != 1 {
        bail!("the glue does not have `{TAKES_OVER}` once, so it was made by another wasm-bindgen");
    }
    let glue = glue.replace(TAKES_OVER, "wasm = guard(instance.exports);");
    Ok(format!(
        "import {{ guard }} from \"{holder}\";\nexport {{ onDeath }} from \"{holder}\";\n{glue}"
    ))
}

fn compact(text: &str) -> String {
    let mut is_comment = false;
    let mut kept = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{compact, guarded};

    #[test]
    fn the_glue_gets_a_guard_once() {
        let glue = "import * as import1 from \"./snippets/x/later.js\"\nwasm = instance.exports;\n";
        let text = guarded(glue).expect("as it is made");
        assert!(text.contains("wasm = guard(instance.exports);"), "{text}");
        assert!(text.contains("export { onDeath } from \"./snippets/x/later.js\";"), "{text}");
        assert!(guarded("wasm = instance.exports;").is_err());
        assert!(guarded(&glue.replace("exports", "other")).is_err());
    }

    #[test]
    fn comments_and_indentation_stay_behind() {
        let script = "/**\n * About.\n */\nexport function f() {\n    // Why.\n\n    return a * b; // kept\n}\n/* One line. */\nf();\n";
        assert_eq!(compact(script), "export function f() {\nreturn a * b; // kept\n}\nf();\n");
    }
}
