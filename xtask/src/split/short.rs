//! Short names for what a module and its glue share: the binding step's are long, each has a hash in it, and they
//! stand in both.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use walrus::{Module, ModuleConfig};

/// Names with these beginnings are told in the module and its glue alone, never by a person's own script.
const BOUND: [&str; 3] = ["__wbg_", "__wbindgen_cast_", "_R"];

/// Gives a bound module and its glue short names for each other's functions. Functions keep their own names.
pub fn shorten(wasm: &[u8], glue: &str) -> Result<(Vec<u8>, String)> {
    let mut module = ModuleConfig::new().parse(wasm).context("the bound module cannot be read")?;
    let short = short_names(&module, glue);
    for import in module.imports.iter_mut() {
        rename(&mut import.name, &short);
    }
    for export in module.exports.iter_mut() {
        rename(&mut export.name, &short);
    }
    let glue: String =
        words(glue).map(|word| short.get(word).map_or(word, String::as_str)).collect();
    Ok((module.emit_wasm(), glue))
}

/// For each name that both sides know, one that the glue does not have yet.
fn short_names(module: &Module, glue: &str) -> BTreeMap<String, String> {
    let known: BTreeSet<&str> = words(glue).collect();
    let imports = module.imports.iter().map(|import| import.name.as_str());
    let shared: BTreeSet<&str> = imports
        .chain(module.exports.iter().map(|export| export.name.as_str()))
        .filter(|name| BOUND.iter().any(|start| name.starts_with(start)) && known.contains(name))
        .collect();
    let free =
        (0..).map(|number: u32| format!("_{number}")).filter(|name| !known.contains(name.as_str()));
    shared.into_iter().map(str::to_owned).zip(free).collect()
}

fn rename(name: &mut String, short: &BTreeMap<String, String>) {
    if let Some(short) = short.get(name) {
        name.clone_from(short);
    }
}

/// A script's words and what stands between them, in order.
fn words(script: &str) -> impl Iterator<Item = &str> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    script.split_inclusive(move |letter| !is_of_word(letter)).flat_map(move |part| {
        let end = part.find(|letter| !is_of_word(letter)).unwrap_or(part.len());
        let (word, behind) = part.split_at(end);
        [word, behind]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_the_sum_of_its_words() {
        let script = "export { a$1, 'ä b': () => wasm._R2(a$1) }";
        assert_eq!(words(script).collect::<String>(), script);
        let found: Vec<&str> = words(script).filter(|word| word.starts_with(['a', '_'])).collect();
        assert_eq!(found, ["a$1", "_R2", "a$1"]);
    }

    #[test]
    fn module_and_glue_get_the_same_names() {
        let mut module = Module::default();
        let ty = module.types.add(&[], &[]);
        for name in ["__wbg_now_0123456789abcdef", "__wbg_then_0123456789abcdef", "theirs"] {
            module.add_import_func("./glue.js", name, ty);
        }
        let (now, _) = module.add_import_func("./glue.js", "_Runseen", ty);
        module.exports.add("_RNvinvoke", now);
        module.exports.add("__wbindgen_start", now);
        let glue = "const _0 = { __wbg_now_0123456789abcdef: f, theirs, __wbg_then_0123456789abcdef: () => wasm._RNvinvoke(), };\n\
             wasm.__wbindgen_start();";
        let (wasm, glue) = shorten(&module.emit_wasm(), glue).expect("readable");
        assert_eq!(
            glue,
            "const _0 = { _2: f, theirs, _3: () => wasm._1(), };\nwasm.__wbindgen_start();"
        );
        let module = Module::from_buffer(&wasm).expect("a module");
        let imports: Vec<_> = module.imports.iter().map(|import| import.name.as_str()).collect();
        let exports: Vec<_> = module.exports.iter().map(|export| export.name.as_str()).collect();
        assert_eq!(imports, ["_2", "_3", "theirs", "_Runseen"]);
        assert_eq!(exports, ["_1", "__wbindgen_start"]);
    }
}
