// The page's first module: loads the glue, which loads the WebAssembly beside it and starts the page.
// A file of its own, since the page's policy allows no inline script.
import init from "./midturn.js";

await init();
