// What a bundler makes of it is driven in a browser: the player, and the engine beside it.

import "midturn/element";
import init, { openBuiltIn, traceFingerprint } from "midturn/engine";

await init();
document.querySelector("output").value = traceFingerprint(openBuiltIn("two-in-the-drain"));
