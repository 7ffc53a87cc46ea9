//! The module of the page and of its players. It starts nothing by itself: `boot.js` opens the page, and
//! `player.js` mounts players.

// What JavaScript calls is exported by the library.
use midturn_web as _;

fn main() {}
