#![doc = "Midturn's queue engine: map below."]
pub mod ground;
pub mod lab;
pub mod runtimes;
pub mod world;
