// The module's two halves: the first step needs the first one alone, and the later one comes when it is needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, site } from "./shared.mjs";
import { TEST_LIMIT, eventually, forEach, never, visit } from "./site.mjs";
import { LANGUAGES, act, begun, can, firstHalfNames, link, look } from "./stage.mjs";

const LATER = "midturn_later.wasm";
/** Another compiler cuts the program into other functions: then the list says nothing about this build. */
const skip = process.env.MIDTURN_FIRST_STEP === "other-compiler" && "the list was measured with another compiler";
const RENEW = "the list of what the first step needs is out of date: `cargo xtask first-step`";

async function standsAlone(fragment) {
  let isAwaited = false;
  // A function that is missing cannot wait for a promise, so it asks in another way than the page itself does.
  const later = (route) => {
    if (route.request().resourceType() !== "xhr") return never();
    isAwaited = true;
    return route.abort();
  };
  const { page, context, faults } = await visit(browser, site.address + fragment, {}, { [LATER]: later });
  const step = page.locator("[data-step]");
  await eventually(async () => assert.ok(isAwaited || (await step.isVisible())), TEST_LIMIT);
  assert.equal(isAwaited, false, RENEW);
  const { narration, stage } = await look(page);
  assert.notEqual(narration, "");
  assert.notEqual(stage, "");
  assert.deepEqual(faults, []);
  await context.close();
}

for (const language of LANGUAGES) {
  test(`the first step stands there without the later half, in ${language}`, { timeout: TEST_LIMIT, skip }, async () => {
    await standsAlone(`#/codex?lang=${language}`);
    await forEach(firstHalfNames(), (story) => standsAlone(link(story, language)));
  });
}

test("a reader who is faster than the network gets where they want", { timeout: TEST_LIMIT }, async () => {
  const slowly = async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  };
  const { page, context, faults } = await visit(browser, site.address, {}, { [LATER]: slowly });
  const start = await begun(page);
  const first = await act(page, "next", start);
  const second = await act(page, "next", first);
  assert.ok(second.step > first.step);
  assert.equal(await can(page, "last"), true, "the rest of the story is there");
  assert.deepEqual(faults, []);
  await context.close();
});

test("without the later half the page says so when it is needed", { timeout: TEST_LIMIT }, async () => {
  const missing = (route) => route.fulfill({ status: 404, body: "" });
  const { page, context } = await visit(browser, site.address, {}, { [LATER]: missing });
  const { narration } = await begun(page);
  await page.locator('[data-action="next"]').click();
  await eventually(async () => assert.equal(await page.locator("[data-failure]").isVisible(), true));
  assert.equal((await look(page)).narration, narration, "what is shown stays");
  await context.close();
});
