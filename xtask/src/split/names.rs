//! What functions are called, whichever build they come from.

use walrus::{FunctionId, Module};

/// A function's name as people write it, without what differs from build to build: hashes and the linker's numbers.
pub fn plain_name(name: &str) -> String {
    // The binding step puts words behind the compiler's name.
    let (compilers, behind) = name.split_at(name.find(' ').unwrap_or(name.len()));
    let mut plain = format!("{:#}{behind}", rustc_demangle::demangle(compilers));
    while let Some((before, number)) = plain.rsplit_once(['.', ' ']) {
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        if !(is_number || number == "llvm") {
            break;
        }
        plain.truncate(before.len());
    }
    plain
}

/// Every function that a module defines, with its plain name.
pub fn functions(module: &Module) -> Vec<(FunctionId, String)> {
    let named = |id| plain_name(module.funcs.get(id).name.as_deref().unwrap_or_default());
    module.funcs.iter_local().map(|(id, _)| (id, named(id))).collect()
}
