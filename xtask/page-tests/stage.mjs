// The page's public hooks, and nothing else of it: what a test or an author's own style may rely on.
// docs/hooks.md says what each of them means.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "./site.mjs";

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];
/** More steps than any story has: a walk that is longer goes in circles. */
export const STEPS_MAX = 600;
/** A step seen at the stage's start. */
const FIRST_STEP = 0;

const scenarios = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../scenarios");
/** Where stories lie. */
const FOLDERS = ["course", "life"];

/** The names of all stories, from their files. */
export function storyNames() {
  const files = FOLDERS.flatMap((folder) => readdirSync(path.join(scenarios, folder)));
  return files.filter((file) => file.endsWith(".toml")).map((file) => path.basename(file, ".toml")).sort();
}

/** The fragment that opens a story at its start; the page itself adds the step. */
export function link(story, language, view = "told") {
  return `#/codex/${story}?lang=${language}&view=${view}`;
}

/** What the hooks say now. */
export async function look(page) {
  return page.evaluate(() => {
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const words = (element) => element?.innerText.trim().replace(/\s+/g, " ") ?? "";
    const step = document.querySelector("[data-step]");
    const request = document.querySelector("[data-request]");
    return {
      step: step ? Number(step.dataset.step) : null,
      narration: words(document.querySelector("#narration")),
      areas: Object.fromEntries(
        all("[data-area]").map((area) => [area.dataset.area, all("[data-card]", area).map((card) => card.dataset.card)]),
      ),
      phase: document.querySelector("[data-phase]")?.dataset.phase ?? null,
      turn: document.querySelector("[data-turn]")?.dataset.turn || null,
      request: request && {
        number: request.dataset.request,
        items: all("[data-item]", request).map((item) => item.dataset.item),
        text: all("[data-item]", request).map(words),
      },
      receipts: Object.fromEntries(all("[data-receipt]").map((receipt) => [receipt.dataset.receipt, words(receipt)])),
      tools: all("[data-tool]").map((tool) => [tool.dataset.tool, words(tool)]),
      fates: all("[data-fate]").map((fate) => [fate.dataset.fate, words(fate)]),
      stage: words(step),
    };
  });
}

/** Waits for the stage and everything that follows the first step, and returns what it shows. */
export async function opened(page) {
  await page.locator('[data-step] [data-action="code"]').waitFor();
  return begun(page);
}

/** Waits for the stage alone and returns what it shows. */
export async function begun(page) {
  await page.locator("[data-step]").waitFor();
  return eventually(async () => {
    const seen = await look(page);
    assert.notEqual(seen.narration, "", "the first step has a sentence");
    return seen;
  });
}

/** Whether the control can be used. */
export async function can(page, action) {
  const control = page.locator(`[data-action="${action}"]`);
  return (await control.getAttribute("aria-disabled")) !== "true";
}

/** Uses a control and returns what is shown once the step is another one. */
export async function act(page, action, before) {
  await page.locator(`[data-action="${action}"]`).click();
  return moved(page, before);
}

/** Waits until the stage is at another step than `before`. */
export async function moved(page, before) {
  return eventually(async () => {
    const seen = await look(page);
    assert.notEqual(seen.step, before.step, `still at step ${before.step}`);
    assert.notEqual(seen.narration, "", `step ${seen.step} has a sentence`);
    return seen;
  });
}

/** Clicks from here to the end; returns what was shown at each stop, this one first. */
export async function walk(page) {
  let seen = await opened(page);
  assert.equal(seen.step, FIRST_STEP, "a story opens at its start");
  const stops = [seen];
  while (await can(page, "next")) {
    const before = seen;
    seen = await act(page, "next", before);
    assert.ok(seen.step > before.step, `next went from step ${before.step} to ${seen.step}`);
    stops.push(seen);
    assert.ok(stops.length <= STEPS_MAX, `no end after ${STEPS_MAX} clicks`);
  }
  assert.ok(stops.length > 2, "a story has steps");
  return stops;
}
