// The guide for plain HTML, as it is.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TEST_LIMIT, eventually, launch } from "../site.mjs";
import { accessible, copyOf, current, modules, next, open, ready } from "./guide.mjs";

let browser;
let guide;

before(async () => {
  guide = copyOf("plain-html", "midturn");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  guide?.remove();
});

test("the players run under the page's own policy, with one module", { timeout: TEST_LIMIT }, async () => {
  const { page, faults, close } = await open(browser, guide.folder, "index.html");
  assert.deepEqual(await ready(page), ["two-in-the-drain", "stop"]);
  assert.equal(await modules(page), 1);
  await next(page, 1).focus();
  await page.keyboard.press("ArrowRight");
  await eventually(async () => assert.equal((await current(page, 1)).number, 1));
  assert.equal((await current(page, 0)).number, 0);
  assert.deepEqual(faults, []);
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing, ${colorScheme}`, { timeout: TEST_LIMIT }, async () => {
    const { page, close } = await open(browser, guide.folder, "index.html", { colorScheme });
    await ready(page);
    await accessible(page);
    await close();
  });
}

test("with scripts off the text is there", { timeout: TEST_LIMIT }, async () => {
  const { page, close } = await open(browser, guide.folder, "index.html", { javaScriptEnabled: false });
  assert.equal(await page.getByText("one drain takes both").isVisible(), true);
  await close();
});
