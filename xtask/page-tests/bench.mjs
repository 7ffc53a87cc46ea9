// Times the JavaScript component in Chromium: steps, seek and fork, in a run as long as a run may be.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { readFile } from "node:fs/promises";
import { launch, serve, visit } from "./site.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const component = process.env.MIDTURN_COMPONENT ?? path.join(here, "../../target/js-component");
/** The longest the whole measurement may take, in ms. */
const LIMIT = 300_000;
/** Steps of the run that is measured: close to the limit of a run, which is 500. */
const STEPS = { least: 400, most: 500 };
/** Tool calls tried, at most; each makes several steps. */
const CALLS_MAX = 99;

/** A scenario in which one turn makes so many tool calls: the run of the engine's own bench. */
function scenario(calls) {
  const rounds = Array.from({ length: calls }, (_, n) => `
[[response]]
items = [{ call = "t${n}", tool = "shell", text = "run the tests", ms = 100 }]

[[tool]]
call = "t${n}"
ms = 1000
output = "ok"
`);
  return `format = 1
id = "long-run"
system = "codex"
title = "A run as long as a run may be"

[[message]]
id = "fix"
from = "user"
text = "fix the failing login test"

[[message]]
id = "extra"
from = "user"
text = "and keep the old tests"

[[input]]
id = "task"
by = "user"
do = "start-or-steer"
message = "fix"
${rounds.join("")}
[[response]]
items = [{ final = "Done.", id = "answer", ms = 100 }]

[expect]
finally = [{ receipt = "task", is = "Started" }]
`;
}

const site = await serve(component, {
  "index.html": `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title></html>`,
  "bench-page.mjs": await readFile(path.join(here, "bench-page.mjs"), "utf8"),
});
const browser = await launch();
const timer = setTimeout(() => {
  console.error(`error: not done after ${LIMIT / 1000} s`);
  process.exit(1);
}, LIMIT);

try {
  const { page } = await visit(browser, site.address);
  const module = `${site.address}bench-page.mjs`;
  const steps = (text) => page.evaluate(async ([module, text]) => (await import(module)).steps(text), [module, text]);
  // How many steps a call makes is the engine's business: take the longest run that is not too long.
  let [low, high] = [1, CALLS_MAX];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const length = await steps(scenario(middle)).catch(() => Infinity);
    if (length <= STEPS.most) low = middle;
    else high = middle - 1;
  }
  const text = scenario(low);
  const length = await steps(text);
  if (length < STEPS.least) throw new Error(`the longest run found has ${length} steps, fewer than ${STEPS.least}`);
  const times = await page.evaluate(async ([module, text]) => (await import(module)).measure(text), [module, text]);
  console.log(`a run of ${length} steps, in ${browser.version()}`);
  console.log(`steps  ${Math.round(length / (times.runMs / 1000)).toLocaleString("en")} a second (${times.runMs.toFixed(2)} ms a run)`);
  console.log(`seek   ${(times.seekMs * 1000).toFixed(1)} microseconds`);
  console.log(`fork   ${times.forkMs.toFixed(3)} ms, at the middle`);
} finally {
  clearTimeout(timer);
  await browser.close();
  await site.close();
}
