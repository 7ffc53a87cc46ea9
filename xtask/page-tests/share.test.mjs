// What a reader takes along: a link that survives its way and its story's changes, and a snippet for a document.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { browser, site } from "./shared.mjs";
import { TEST_LIMIT, eventually, visit } from "./site.mjs";
import { LANGUAGES, act, link, look, opened } from "./stage.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STORY = "two-in-the-drain";
const STEP = "drained";
const notice = (page) => page.locator('[data-notice="link"]').innerText();

/** The step that a link to STEP leads to. */
async function stepOf(address) {
  const { page, context } = await visit(browser, address);
  await opened(page);
  const { step } = await look(page);
  const where = page.url();
  await context.close();
  return { step, where };
}

for (const language of LANGUAGES) {
  test(`the share dialog gives link and snippet, in ${language}`, { timeout: TEST_LIMIT }, async () => {
    const { page, context, faults } = await visit(browser, `${site.address}#/codex/${STORY}/${STEP}?lang=${language}`);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await opened(page);
    await page.locator('[data-action="share"]').click();
    await page.locator("dialog.share[open]").waitFor();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run("dialog.share"));
    assert.deepEqual(violations.map(({ id }) => id), []);
    const copied = async (action) => {
      await page.locator(`[data-action="${action}"]`).click();
      await eventually(async () => assert.notEqual(await page.locator(".share-told").innerText(), ""));
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied("copy-link"), page.url());
    const snippet = await copied("copy-snippet");
    assert.match(snippet, new RegExp(`<midturn-player scenario="${STORY}" lang="${language}" step="${STEP}"`));
    await page.locator('[data-action="close-share"]').click();
    assert.equal(await page.locator("dialog.share[open]").count(), 0);

    // Without scripts the figure and the story up to the step are there.
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const document = await plain.newPage();
    await document.setContent(`<!doctype html><title>x</title>${snippet}`);
    assert.ok(await document.locator("midturn-player svg").isVisible());
    assert.ok((await document.locator("midturn-player li").count()) >= 4);
    const { narration } = await look(page);
    assert.equal(await document.locator("midturn-player li").last().innerText(), narration);
    await plain.close();
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("a link into a story that was edited since says so and lands on the same step", { timeout: TEST_LIMIT }, async () => {
  const now = await stepOf(`${site.address}#/codex/${STORY}/${STEP}?lang=en`);
  const { page, context, faults } = await visit(browser, now.where.replace(/v=[0-9a-f]+/, "v=00000000000000ab"));
  await opened(page);
  assert.equal((await look(page)).step, now.step);
  assert.match(await notice(page), /has changed/);
  assert.match(page.url(), new RegExp(`/${STEP}\\?`));
  assert.deepEqual(faults, []);
  await context.close();
});

test("what chat programs do to a link does no harm", { timeout: TEST_LIMIT }, async () => {
  const now = await stepOf(`${site.address}#/codex/${STORY}/${STEP}?lang=en`);
  for (const behind of [".", ")", "。", "」", "%E3%80%82"]) {
    const { page, context } = await visit(browser, now.where + behind);
    await opened(page);
    assert.equal((await look(page)).step, now.step, behind);
    assert.equal(await page.locator('[data-notice="link"]').count(), 0, behind);
    await context.close();
  }
});

for (const language of LANGUAGES) {
  test(`any fragment shows a story and says what could not be used, in ${language}`, { timeout: TEST_LIMIT }, async () => {
    const { page, context, faults } = await visit(browser, site.address + link(STORY, language), { locale: language });
    let seen = await opened(page);
    seen = await act(page, "next", seen);
    const said = new Set();
    const bad = ["#oops", "#/%zz", "#/codex/none", "#/cobol/stop", "#/codex/stop/none", "#/codex/stop?toml=*", "#/codex/stop?toml=AAAA", `#/codex/stop/${"x".repeat(9_000)}`];
    for (const fragment of bad) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, fragment);
      await eventually(async () => {
        const words = await notice(page);
        assert.ok(!said.has(words) || fragment === "#/%zz", `${fragment}: ${words}`);
        said.add(words);
      });
      await page.locator('[data-action="dismiss"]').click();
      assert.notEqual((await look(page)).narration, "");
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
}
