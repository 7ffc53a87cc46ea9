//! `midturn-locales DIR`: writes the packed words to `DIR/LANGUAGE.bin`, and the names that follow the first step
//! to `DIR/names.LANGUAGE.bin`.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: midturn-locales DIR");
        return ExitCode::from(2);
    };
    let words =
        midturn_locales::FILES.map(|(language, packed)| (format!("{language}.bin"), packed));
    let names =
        midturn_locales::NAMES.map(|(language, packed)| (format!("names.{language}.bin"), packed));
    for (name, packed) in words.into_iter().chain(names) {
        let file = Path::new(&folder).join(name);
        if let Err(error) = std::fs::write(&file, packed) {
            eprintln!("{} cannot be written: {error}", file.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
