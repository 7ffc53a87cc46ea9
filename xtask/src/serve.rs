//! `cargo xtask serve`: from a fresh clone to a page in the browser, and a new page after each edit.

use std::process::{Command as Program, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Error, Result};

use crate::args::{Command, Flag, Flags};
use crate::dist;
use crate::run::Failure;
use crate::server::{self, Site, State};
use crate::watch::Sources;
use crate::workspace::Workspace;

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "serve",
    about: "Builds the page, serves it on 127.0.0.1 and rebuilds it on change",
    notes: "Adds the WebAssembly target to the toolchain where it is missing. While a build fails, the\n\
        address shows the compiler's output; the page is back after the edit that mends it.",
    flags: &[
        Flag {
            name: "--port",
            value: Some("N"),
            about: "The port; without it, the first free one from 4300 on",
        },
        Flag { name: "--no-open", value: None, about: "Print the address only, open no browser" },
        Flag { name: "--no-watch", value: None, about: "Build once and only serve" },
    ],
    run,
};

fn run(workspace: &Workspace, flags: &Flags) -> Result<()> {
    let port = flags
        .value("--port")
        .map(|port| port.parse().with_context(|| format!("`--port {port}` is no port number")))
        .transpose()?;
    let started = Instant::now();
    // First the port, then the minute of building: a port in use is known at once.
    let (server, address) = server::listen(port)?;
    let site = Site::new(workspace.dist());
    server::start(server, &site);
    let mut sources = Sources::now(workspace);
    rebuild(workspace, &site);
    println!("\nServing {address} after {:.1} s. Ctrl-C ends it.", started.elapsed().as_secs_f32());
    if !flags.has("--no-open") {
        open(&address);
    }
    if flags.has("--no-watch") {
        loop {
            thread::park();
        }
    }
    loop {
        let (now, changed) = sources.wait_for_change(workspace);
        sources = now;
        let started = Instant::now();
        println!("\n{changed}");
        if rebuild(workspace, &site) {
            println!("{address} is new after {:.1} s.", started.elapsed().as_secs_f32());
        }
    }
}

/// Builds, and tells the site how it went.
fn rebuild(workspace: &Workspace, site: &Arc<Site>) -> bool {
    let built = dist::prepare(workspace);
    let mut good = false;
    site.change(|| match built.and_then(|_| dist::publish(workspace)) {
        Ok(()) => {
            good = true;
            State::Ready
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            State::Failed(told(&error))
        }
    });
    good
}

/// What the page shows of an error: the program's own words, where it was a program.
fn told(error: &Error) -> String {
    match error.downcast_ref::<Failure>() {
        Some(failure) if !failure.output.trim().is_empty() => failure.output.clone(),
        _ => format!("error: {error:#}"),
    }
}

/// Opens the address in the person's browser, if there is one; the address is printed anyway.
fn open(address: &str) {
    let mut program = if cfg!(windows) {
        let mut cmd = Program::new("cmd");
        cmd.args(["/C", "start", ""]);
        cmd
    } else if cfg!(target_os = "macos") {
        Program::new("open")
    } else {
        let has_screen =
            ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
        if !has_screen {
            return;
        }
        Program::new("xdg-open")
    };
    let _ = program
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
