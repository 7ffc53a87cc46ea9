// For everyone: axe on wide and narrow screens in light and dark, no sideways scrolling, targets that
// can be hit, and the story for people without scripts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { browser, site } from "./shared.mjs";
import { TEST_LIMIT, visit } from "./site.mjs";
import { act, can, link, opened, storyNames, walk } from "./stage.mjs";

// Evaluated rather than added as a script: the page's policy allows no foreign script.
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The story that the document itself tells. */
const FIRST_STORY = "first-message";
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds, one line a fault. */
async function faultsOn(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((tags) => window.axe.run({ runOnly: tags }), TAGS);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

for (const width of [1280, 360]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing at ${width} px, ${colorScheme}`, { timeout: TEST_LIMIT }, async () => {
      const options = { viewport: { width, height: 800 }, colorScheme };
      const { page, context } = await visit(browser, site.address + link("two-in-the-drain", "en"), options);
      let seen = await opened(page);
      assert.deepEqual(await faultsOn(page), [], "at the start");
      for (let clicks = 0; clicks < 6 && (await can(page, "next")); clicks += 1) seen = await act(page, "next", seen);
      assert.deepEqual(await faultsOn(page), [], `at step ${seen.step}`);
      if (await can(page, "last")) await act(page, "last", seen);
      assert.deepEqual(await faultsOn(page), [], "at the end");
      await context.close();
    });
  }
}

test("320 px need no sideways scrolling, and Next is 44 px high", { timeout: TEST_LIMIT }, async () => {
  const options = { viewport: { width: 320, height: 640 } };
  const { page, context } = await visit(browser, site.address + link(storyNames()[0], "en"), options);
  const seen = await opened(page);
  await act(page, "last", seen);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px wider than the screen`);
  const box = await page.locator('[data-action="next"]').boundingBox();
  assert.ok(box !== null && box.height >= 44 && box.width >= 44, `Next is ${box?.width} by ${box?.height} px`);
  await context.close();
});

test("without scripts there is a story to read", { timeout: TEST_LIMIT }, async () => {
  const live = await visit(browser, site.address + link(FIRST_STORY, "en"));
  const told = (await walk(live.page)).slice(1).map(({ narration }) => narration);
  await live.context.close();
  const { page, context, faults } = await visit(browser, site.address, { javaScriptEnabled: false });
  for (const media of ["screen", "print"]) {
    await page.emulateMedia({ media });
    const entries = await page.locator("main ol > li").filter({ visible: true }).allInnerTexts();
    assert.deepEqual(entries.slice(-told.length), told, `${media}: every sentence of the story, in order`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});
