// The engine without a page, in Node. `await init()` before anything else: it reads the module from beside this file.

import { readFile } from "node:fs/promises";
import start from "./site/component/midturn.js";

export * from "./site/component/midturn.js";

const MODULE = new URL("./site/component/midturn_bg.wasm", import.meta.url);

export default async function init(source) {
  return start(source ?? { module_or_path: await readFile(MODULE) });
}
