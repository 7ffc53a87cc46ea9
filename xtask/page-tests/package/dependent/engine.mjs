// The engine in Node: every scenario of the package comes out as the repository says, step by step.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";
import init, { list, open, openBuiltIn, traceFingerprint } from "midturn/engine";

const json = createRequire(import.meta.url);
const { scenarios } = json("midturn/scenarios/index.json");
const stored = readFileSync(process.env.FINGERPRINTS, "utf8").trim().split("\n");

before(() => init());

test("every scenario gives the trace that is stored", () => {
  const found = scenarios.map(({ file }) => {
    const { id, toml, scenario, fingerprint } = json(`midturn/scenarios/${file}`);
    assert.equal(scenario.id, id);
    const player = open(toml, `${id}.toml`);
    const own = traceFingerprint(player);
    assert.equal(own, fingerprint, file);
    player.free();
    return `${file.replace(/json$/, "toml")} ${own}`;
  });
  assert.deepEqual(found, stored);
});

test("a run is stepped through, and each step is the trace's", () => {
  const player = openBuiltIn("two-in-the-drain");
  const { steps } = player.trace();
  const seen = [];
  for (let n = 0; n < steps.length; n += 1) {
    assert.equal(player.next(), true);
    seen.push(player.snapshot().step);
  }
  assert.equal(player.next(), false);
  assert.deepEqual(seen, steps);
  assert.ok(list().some(({ id, told }) => id === player.id && told));
});

test("what is asked for in vain is told by a code", () => {
  assert.throws(() => openBuiltIn("nowhere"), { code: "unknown-scenario" });
});
