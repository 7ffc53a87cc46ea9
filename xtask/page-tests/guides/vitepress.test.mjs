// The guide for VitePress, built by the real one from the package that others install.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { TEST_LIMIT, eventually, launch } from "../site.mjs";
import { accessible, copyOf, current, lightness, modules, next, open, ready } from "./guide.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const installed = path.join(here, "../node_modules");
const packed = process.env.MIDTURN_PACKAGE ?? path.join(here, "../../../target/package");
/** Where the site is put on its host; VitePress wants to know it. */
const PLACE = "/docs/site/";
/** VitePress's own scripts and styles are inline. */
const policy = "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'";

let browser;
let guide;

before(async () => {
  guide = copyOf("vitepress");
  const modules = path.join(guide.folder, "node_modules");
  mkdirSync(modules);
  for (const name of ["vitepress", "vue"]) symlinkSync(path.join(installed, name), path.join(modules, name), "junction");
  symlinkSync(packed, path.join(modules, "midturn"), "junction");
  const run = (...args) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: guide.folder, env, encoding: "utf8", timeout: TEST_LIMIT });
    assert.equal(status, 0, `${stdout}${stderr}`);
  };
  // What the scripts of its package.json do.
  run("node_modules/midturn/files.js", "public/midturn");
  run("node_modules/vitepress/bin/vitepress.js", "build", "--base", PLACE);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  guide?.remove();
});

const site = (name, more = {}) => open(browser, path.join(guide.folder, ".vitepress/dist"), name, { policy, place: PLACE, ...more });

test("players run on a page and on the next one, with one module", { timeout: TEST_LIMIT }, async () => {
  const { page, faults, close } = await site("index.html");
  assert.deepEqual(await ready(page), ["two-in-the-drain", "stop"]);
  await next(page).focus();
  await page.keyboard.press("ArrowRight");
  await eventually(async () => assert.equal((await current(page)).number, 1));
  await page.locator(".VPSidebar").getByRole("link", { name: "One more" }).click();
  await eventually(async () => assert.equal((await current(page))?.scenario, "first-message"));
  assert.equal(await page.locator("midturn-player").count(), 1);
  assert.equal(await modules(page), 1);
  assert.deepEqual(faults, []);
  await close();
});

test("players follow the site's switch", { timeout: TEST_LIMIT }, async () => {
  const { page, close } = await site("index.html", { colorScheme: "light" });
  await ready(page);
  assert.ok((await lightness(page)) > 0.5);
  await page.locator(".VPSwitchAppearance").first().click();
  await eventually(async () => assert.ok((await lightness(page)) < 0.5));
  await accessible(page);
  await close();
});
