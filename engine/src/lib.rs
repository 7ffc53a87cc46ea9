//! Midturn's queue engine: what a coding agent does with input that arrives while it is working.
//!
//! A run is real async code on a deterministic executor. The same scenario and the same choices give
//! the same trace, byte for byte, natively and in a browser. The engine knows no file format, no
//! language and no page; whoever explains a run reads its [`lab::Record`].
//!
//! The floors, lowest first; an import only ever points down:
//!
//! - [`ground`]: the executor with its marks and choice points, virtual time, the oracles that decide
//!   what happens next, a watch channel and a cancel token.
//! - [`world`]: messages with one identity for life, history, requests, receipts, events, the scripted
//!   model and tools, and the trace in which every change is a step.
//! - [`runtimes`]: the systems, each a folder of its own with its own rules. To find the code of a rule,
//!   search for its id (`codex.drain.pending-before-mail`): the registry names the file that decides it.
//! - [`lab`]: runs. It builds one from a plan, steps it, seeks in both directions, forks it, and checks
//!   what came out.
//!
//! ```
//! use midturn_engine::lab::{Plan, Run};
//!
//! let plan = Plan { system: "codex".into(), ..Plan::default() };
//! let mut run = Run::new(&plan)?;
//! assert_eq!(run.finish().last(), 0, "nobody does anything");
//! # Ok::<(), midturn_engine::lab::StartError>(())
//! ```

pub mod ground;
pub mod lab;
pub mod runtimes;
pub mod world;
