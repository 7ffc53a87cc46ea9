//! Runs one WebAssembly test file in a browser, as cargo's `runner` for wasm32.
//!
//! The official runner is a library as well as a program. Taking it as a member of the workspace
//! keeps its version locked to the `wasm-bindgen` the tests were built with, and leaves nothing to
//! install. The browser is the one whose driver is named by `CHROMEDRIVER` or `GECKODRIVER`, else
//! the first driver on the `PATH`; its settings come from `WASM_BINDGEN_TEST_WEBDRIVER_JSON`.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().filter(is_understood).collect();
    match wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // `{:#}` is one line of causes; `main() -> Result` would print a backtrace a failure.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// `cargo test -q` hands its own `--quiet` on to the runner, which would refuse it.
fn is_understood(arg: &OsString) -> bool {
    arg != "--quiet" && arg != "-q"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_quiet_flags_are_dropped() {
        let given = ["runner", "--quiet", "file.wasm", "-q", "--exact", "a::b"];
        let kept: Vec<OsString> = given.iter().map(OsString::from).filter(is_understood).collect();
        assert_eq!(kept, ["runner", "file.wasm", "--exact", "a::b"]);
    }
}
