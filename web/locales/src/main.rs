//! `midturn-locales DIR`: writes the packed words to `DIR/LANGUAGE.bin`, one file a language.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: midturn-locales DIR");
        return ExitCode::from(2);
    };
    for (language, packed) in midturn_locales::FILES {
        let file = Path::new(&folder).join(format!("{language}.bin"));
        if let Err(error) = std::fs::write(&file, packed) {
            eprintln!("{} cannot be written: {error}", file.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
