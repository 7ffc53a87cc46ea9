// The guide for mdBook, built by the real one: two players in one chapter, one in the next.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { after, before, test } from "node:test";
import { TEST_LIMIT, eventually, launch } from "../site.mjs";
import { accessible, copyOf, current, lightness, modules, next, open, ready } from "./guide.mjs";

const mdbook = process.env.MDBOOK;
const options = { timeout: TEST_LIMIT, skip: !mdbook && "mdBook is not there: MDBOOK names it" };
/** mdBook's own scripts and styles are inline. */
const policy = "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'";
const FIRST = "two.html";
const SECOND = "one.html";

let browser;
let guide;

before(async () => {
  if (!mdbook) return;
  guide = copyOf("mdbook", "src/midturn");
  const { status, stderr } = spawnSync(mdbook, ["build", guide.folder], { encoding: "utf8", timeout: TEST_LIMIT });
  assert.equal(status, 0, stderr);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  guide?.remove();
});

const book = (name, more = {}) => open(browser, path.join(guide.folder, "book"), name, { policy, ...more });
const at = (page) => new URL(page.url()).pathname.split("/").pop();
const searches = (page) => page.evaluate(() => document.activeElement.id === "mdbook-searchbar");

test("with the focus in a player the arrows step; elsewhere they turn the chapter", options, async () => {
  const { page, faults, close } = await book(FIRST);
  assert.deepEqual(await ready(page), ["two-in-the-drain", "stop"]);
  assert.equal(await modules(page), 1);
  await next(page).focus();
  for (const [key, number] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1]]) {
    await page.keyboard.press(key);
    await eventually(async () => assert.equal((await current(page)).number, number));
  }
  // At the start there is no step back, and the chapter is not turned either.
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowLeft");
  await eventually(async () => assert.equal((await current(page)).number, 0));
  assert.equal((await current(page, 1)).number, 0);
  assert.equal(at(page), FIRST);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(`**/${SECOND}`);
  assert.deepEqual(await ready(page), ["first-message"]);
  assert.equal(await modules(page), 1);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(`**/${FIRST}`);
  assert.deepEqual(faults, []);
  await close();
});

test("s and / stay the book's, except where something of the player's takes letters; ? is the player's", options, async () => {
  const { page, close } = await book(FIRST);
  await ready(page);
  for (const key of ["s", "/"]) {
    await next(page).focus();
    await page.keyboard.press(key);
    await eventually(async () => assert.equal(await searches(page), true, key));
    await page.keyboard.press("Escape");
    await eventually(async () => assert.equal(await searches(page), false, key));
  }
  const list = page.locator("midturn-player").first().locator("select").first();
  await list.focus();
  for (const key of ["s", "/"]) await page.keyboard.press(key);
  assert.equal(await searches(page), false);
  await next(page).focus();
  await page.keyboard.press("?");
  assert.equal(await page.locator("#mdbook-help-container").isVisible(), false);
  assert.deepEqual([(await current(page)).number, at(page)], [0, FIRST]);
  await close();
});

test("players follow the book's switch", options, async () => {
  const { page, close } = await book(FIRST, { colorScheme: "light" });
  await ready(page);
  for (const [name, isLight] of [["navy", false], ["light", true], ["coal", false], ["rust", true]]) {
    const choice = page.locator(`#mdbook-theme-${name}`);
    // The list stays open until something else is clicked.
    if (!(await choice.isVisible())) await page.locator("#mdbook-theme-toggle").click();
    await choice.click();
    for (const index of [0, 1]) {
      await eventually(async () => assert.equal((await lightness(page, index)) > 0.5, isLight, name));
    }
    await accessible(page);
  }
  await close();
});

/** How each element below the root is painted; sizes that come from the layout are left out. */
const painted = (page, selector) =>
  page.evaluate((selector) => {
    const NAMES = [
      "color", "background-color", "font-family", "font-size", "font-weight", "line-height", "letter-spacing",
      "text-transform", "text-align", "list-style-type", "margin-top", "margin-bottom", "padding-top",
      "padding-left", "border-top-width", "border-top-color", "display", "box-sizing", "white-space", "cursor",
    ];
    const one = document.querySelector("midturn-player");
    const elements = selector ? document.querySelectorAll(selector) : one.shadowRoot.querySelectorAll(".place, .place *");
    return [...elements].map((element) => {
      const style = getComputedStyle(element);
      return [element.tagName, element.className, ...NAMES.map((name) => `${name}: ${style.getPropertyValue(name)}`)].join("; ");
    });
  }, selector);

/** Both ways are the same, element by element; the first difference is shown. */
function same([one, other]) {
  assert.equal(one.length, other.length);
  one.forEach((look, at) => assert.equal(look, other[at]));
}

test("the book's style does not come in: a player looks as on an empty page", options, async () => {
  const width = 720;
  const bare = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,">
<script type="module" src="midturn/element.js"></script><link rel="stylesheet" href="bare.css">
<midturn-player scenario="two-in-the-drain" theme="light" height="600"></midturn-player></html>`;
  const extra = { "bare.html": bare, "bare.css": `midturn-player { inline-size: ${width}px }` };
  const looks = [];
  for (const name of [FIRST, "bare.html"]) {
    const { page, close } = await book(name, { extra, colorScheme: "light" });
    await page.addStyleTag({ content: `midturn-player { inline-size: ${width}px }` });
    await ready(page);
    await page.evaluate(() => document.querySelector("midturn-player").next());
    looks.push(await painted(page, null));
    await close();
  }
  assert.ok(looks[0].length > 50, `${looks[0].length} elements`);
  same(looks);
});

test("the player's style does not get out: the book looks as without it", options, async () => {
  const looks = [];
  const nothing = { text: "export {}" };
  const without = { "midturn/element.js": { type: "text/javascript", ...nothing } };
  for (const extra of [{}, without]) {
    const { page, close } = await book(FIRST, { extra, colorScheme: "light" });
    if (extra === without) await page.waitForLoadState("load");
    else await ready(page);
    looks.push(await painted(page, "html, body, main > :not(midturn-player), main a, #mdbook-sidebar, .menu-title, button.icon-button"));
    await close();
  }
  assert.ok(looks[0].length >= 10, `${looks[0].length} elements`);
  same(looks);
});
