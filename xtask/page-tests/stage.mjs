// The page's public hooks, and nothing else of it: what a test or an author's own style may rely on.
// docs/hooks.md says what each of them means.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE, eventually } from "./site.mjs";

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];
/** More steps than any story has: a walk that is longer goes in circles. */
export const STEPS_MAX = 600;
/** A step seen at the stage's start. */
const FIRST_STEP = 0;

const scenarios = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../scenarios");
/** Where stories lie. */
const FOLDERS = ["course", "life"];

/** Each story's file. */
const FILES = new Map(
  FOLDERS.flatMap((folder) => readdirSync(path.join(scenarios, folder)).map((file) => path.join(scenarios, folder, file)))
    .filter((file) => file.endsWith(".toml"))
    .map((file) => [path.basename(file, ".toml"), file]),
);

/** The names of all stories, from their files. */
export function storyNames() {
  return [...FILES.keys()].sort();
}

/** The story that the page opens by itself. */
export const FIRST = "first-message";

const systemOf = (story) => /^system = "(.+)"$/m.exec(readFileSync(FILES.get(story), "utf8"))[1];

/** The names of the stories whose first step needs the first half of the module alone. */
export function firstHalfNames() {
  return storyNames().filter((story) => systemOf(story) === systemOf(FIRST));
}

/** The fragment that opens a story at its start, where its system runs it; the page itself adds the step. */
export function link(story, language, view = "told") {
  return `#/${systemOf(story)}/${story}?lang=${language}&view=${view}`;
}

/** What the hooks say now. */
export async function look(page) {
  return page.evaluate(() => window.midturnTest.look());
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
  const start = await opened(page);
  assert.equal(start.step, FIRST_STEP, "a story opens at its start");
  const stops = [start, ...(await travel(page, "next"))];
  stops.slice(1).forEach((stop, n) => {
    assert.ok(stop.step > stops[n].step, `next went from step ${stops[n].step} to ${stop.step}`);
  });
  assert.ok(stops.length > 2, "a story has steps");
  return stops;
}

/** Clicks a control until it leads nowhere; returns what was shown at each stop. */
export async function travel(page, action) {
  const { stops, fault } = await inPage(page, { action });
  assert.equal(fault, null);
  return stops;
}

/** Clicks a control once for each of these stops, which must be shown one after the other, whole. */
export async function retrace(page, action, expected) {
  const { stops, fault } = await inPage(page, { action, expected });
  assert.deepEqual(stops, expected.slice(0, stops.length));
  assert.equal(fault, null);
}

/** One call for the whole way: a round trip a step is most of what a walk costs. */
function inPage(page, way) {
  const limits = { most: STEPS_MAX, patience: PATIENCE };
  return page.evaluate((way) => window.midturnTest.travel(way), { ...limits, ...way });
}
