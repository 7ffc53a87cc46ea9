// The package as somebody has it who installed it: resolved by name from a project of their own, in Node, through a
// bundler, on a plain page, and by TypeScript.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { TEST_LIMIT, launch, serve, visit } from "../site.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../../..");
const packed = process.env.MIDTURN_PACKAGE ?? path.join(root, "target/package");
const fingerprints = path.join(root, "scenarios/fingerprints.txt");
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:";

let project;
let browser;

before(async () => {
  project = mkdtempSync(path.join(tmpdir(), "midturn-dependent-"));
  cpSync(path.join(here, "dependent"), project, { recursive: true });
  cpSync(path.join(root, "web/package/usage.ts"), path.join(project, "usage.ts"));
  mkdirSync(path.join(project, "node_modules"));
  symlinkSync(packed, path.join(project, "node_modules/midturn"), "junction");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(project, { recursive: true, force: true });
});

/** Runs a script of Node's in the project; what it said, which is also what a failure shows. */
function node(...args) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd: project, env: { ...env, FINGERPRINTS: fingerprints }, encoding: "utf8", timeout: TEST_LIMIT };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, said: `${stdout}${stderr}` };
}

/** Serves a folder to a page, walks its player to the end, and returns what it said at last. */
async function walk(folder, name, look = () => null) {
  const site = await serve(folder, {}, STRICT);
  const { page, faults, context } = await visit(browser, `${site.address}${name}`);
  const current = await page.evaluate(async () => {
    await customElements.whenDefined("midturn-player");
    const one = document.querySelector("midturn-player");
    await one.load();
    const { total } = one.current;
    for (let n = 0; n < total; n += 1) await one.next();
    return one.current;
  });
  const more = await look(page);
  assert.deepEqual(faults, []);
  await context.close();
  await site.close();
  return { current, more };
}

test("node --test: every scenario is loaded, stepped and compared", { timeout: TEST_LIMIT }, () => {
  const { status, said } = node("--test", "--test-reporter=tap", "engine.mjs");
  assert.equal(status, 0, said);
  assert.match(said, /^# pass 3$/m);
});

test("importing the package does nothing, and without a browser nothing is registered", { timeout: TEST_LIMIT }, () => {
  const script = 'import { define } from "midturn"; import "midturn/element"; console.log(typeof HTMLElement, await define());';
  assert.deepEqual(node("--input-type=module", "--eval", script), { status: 0, said: "undefined undefined\n" });
});

test("every way in leads to a file, and there is no other", { timeout: TEST_LIMIT }, () => {
  const manifest = JSON.parse(readFileSync(path.join(packed, "package.json"), "utf8"));
  const targets = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry).flatMap(targets));
  const files = targets([manifest.exports, manifest.bin, manifest.types]).filter((file) => !file.includes("*"));
  assert.deepEqual(files.filter((file) => !existsSync(path.join(packed, file))), []);
  const { resolve } = createRequire(path.join(project, "package.json"));
  assert.ok(resolve("midturn/scenarios/course/stop.json"));
  assert.throws(() => resolve("midturn/files.js"), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
});

test("TypeScript reads its types", { timeout: TEST_LIMIT }, () => {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  assert.deepEqual(node(tsc, "--project", project), { status: 0, said: "" });
});

test("a plain page needs nothing but the folder", { timeout: TEST_LIMIT }, async () => {
  const { current } = await walk(project, "plain.html");
  assert.ok(current.ended && current.number === current.total);
});

test("Vite builds a page with the element and the engine, and it runs", { timeout: TEST_LIMIT }, async () => {
  assert.equal(node("node_modules/midturn/files.js", "public/midturn").status, 0);
  const options = { root: project, base: "./", logLevel: "warn", configFile: false, build: { target: "es2022" } };
  await build(options);
  const output = path.join(project, "dist");
  const { current, more } = await walk(output, "index.html", async (page) => {
    await page.waitForFunction(() => document.querySelector("output").value !== "");
    return page.locator("output").innerText();
  });
  assert.ok(current.ended);
  const stored = readFileSync(fingerprints, "utf8").match(/^course\/two-in-the-drain\.toml (\w+)$/m)[1];
  assert.equal(more, stored);
});
