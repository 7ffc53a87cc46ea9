//! Takes comments and indentation out of the page's scripts. They are plain modules, one statement a line, so no
//! parser is needed: a comment stands on lines of its own, and no text goes over a line's end.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

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
    use super::compact;

    #[test]
    fn comments_and_indentation_stay_behind() {
        let script = "/**\n * About.\n */\nexport function f() {\n    // Why.\n\n    return a * b; // kept\n}\n/* One line. */\nf();\n";
        assert_eq!(compact(script), "export function f() {\nreturn a * b; // kept\n}\nf();\n");
    }
}
