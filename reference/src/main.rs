//! `midturn-reference DIR`: writes the reference for the page into DIR.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: midturn-reference DIR");
        return ExitCode::from(2);
    };
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.parent().unwrap_or(package);
    match midturn_reference::write::write(root, Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the reference cannot be written: {error}");
            ExitCode::FAILURE
        }
    }
}
