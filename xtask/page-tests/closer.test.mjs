// The closer look: fetched after the first step and only when asked for; opened, it is for everyone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { browser, site } from "./shared.mjs";
import { TEST_LIMIT, eventually, visit } from "./site.mjs";
import { LANGUAGES, act, link, look, opened } from "./stage.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** A story in which a steer and mail wait while a tool works. */
const STORY = "two-in-the-drain";

async function faultsOn(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((tags) => window.axe.run({ runOnly: tags }), TAGS);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}

/** Opens every fold of a kind. */
const unfold = (page, selector) =>
  page.locator(selector).evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute("open", "")));

for (const language of LANGUAGES) {
  test(`a waiting card says why, in ${language}`, { timeout: TEST_LIMIT }, async () => {
    const { page, context, faults } = await visit(browser, site.address + link(STORY, language));
    let seen = await opened(page);
    while (seen.areas.C.length === 0) seen = await act(page, "next", seen);
    const fold = page.locator('[data-area="C"] .why');
    await fold.first().waitFor();
    await fold.first().locator("summary").click();
    const said = await fold.first().innerText();
    assert.ok(said.split("\n").filter((line) => line.trim() !== "").length >= 4, said);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("the book is fetched when it is asked for, and not before", { timeout: TEST_LIMIT }, async () => {
  const { page, context, faults } = await visit(browser, site.address + link(STORY, "en"));
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await opened(page);
  await page.locator('[data-action="code"]').waitFor();
  assert.ok(!asked.some((path) => path.endsWith("code.txt")));
  const seen = await look(page);
  await act(page, "next", seen);
  await page.locator('[data-action="code"]').click();
  await page.locator(".excerpt").first().waitFor();
  assert.ok(asked.some((path) => path.endsWith("code.txt")));
  assert.match(await page.locator(".code-panel").innerText(), /model\.requested[\s\S]*common::REQUESTED/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("“show me” opens a step that its rule decides, of a story or of a case", { timeout: TEST_LIMIT }, async () => {
  const { page, context, faults } = await visit(browser, site.address + link("stop", "en"));
  await opened(page);
  await page.locator('[data-action="reference"]').click();
  await page.locator("[data-rule]").first().waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => document.activeElement?.id), "reference-name");
  await unfold(page, ".part");
  for (const rule of ["codex.stream.mail-cuts", "codex.route.only-when-idle", "codex.queue.one-per-idle"]) {
    await page.locator(`[data-rule="${rule}"] .show-me`).click();
    await eventually(async () => {
      const conditions = await page.locator(".conditions").innerText();
      assert.ok(conditions.includes(rule), `${rule}: ${page.url()}: ${conditions}`);
    });
    assert.equal(await page.locator(".notice").count(), 0, "the link is understood");
  }
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [width, colorScheme] of [[1280, "light"], [360, "dark"]]) {
  test(`axe finds nothing in the closer look at ${width} px, ${colorScheme}`, { timeout: TEST_LIMIT }, async () => {
    const options = { viewport: { width, height: 800 }, colorScheme };
    const { page, context } = await visit(browser, site.address + link(STORY, "zh-Hant"), options);
    let seen = await opened(page);
    while (seen.areas.B.length === 0) seen = await act(page, "next", seen);
    await page.locator('[data-action="code"]').click();
    await page.locator('[data-action="reference"]').click();
    await page.locator("[data-rule]").first().waitFor({ state: "attached" });
    for (const fold of [".part", ".why", ".ladder"]) await unfold(page, fold);
    assert.deepEqual(await faultsOn(page), []);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px wider than the screen`);
    await context.close();
  });
}
