// Every story, clicked to its end in every language; the way back; and the link to a step.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { browser, site } from "./shared.mjs";
import { AT_ONCE, PATIENCE, TEST_LIMIT, eventually, visit } from "./site.mjs";
import { LANGUAGES, act, can, link, look, moved, opened, retrace, storyNames, walk } from "./stage.mjs";

const HAN = /\p{Script=Han}/u;

/** Opens a story, hands its page to `body`, and checks the page's manners. */
async function inStory(story, language, body, view = "told") {
  const { page, context, faults } = await visit(browser, site.address + link(story, language, view));
  try {
    await body(page, context);
    assert.deepEqual(faults, [], "no error on the console, no request elsewhere");
  } finally {
    await context.close();
  }
}

describe("every story", { concurrency: AT_ONCE }, () => {
  for (const story of storyNames()) {
    for (const language of LANGUAGES) {
      test(`${story} can be clicked to its end in ${language}`, { timeout: TEST_LIMIT }, async () => {
        await inStory(story, language, async (page) => {
          const stops = await walk(page);
          assert.equal(await page.locator("html").getAttribute("lang"), language);
          for (const { step, narration, areas } of stops) {
            assert.equal(HAN.test(narration), language !== "en", `step ${step} speaks ${language}: ${narration}`);
            const { client: _, ...kept } = areas;
            const cards = Object.values(kept).flat();
            assert.deepEqual(cards, [...new Set(cards)], `step ${step}: a message is in one place`);
          }
        });
      });
    }

    test(`${story} shows the same at each step on the way back and forward again`, { timeout: TEST_LIMIT }, async () => {
      const backAndForth = async (page) => {
        const stops = await walk(page);
        await retrace(page, "back", stops.slice(0, -1).reverse());
        assert.equal(await can(page, "back"), false, "there is nothing before the start");
        await retrace(page, "next", stops.slice(1));
        await retrace(page, "first", [stops[0]]);
        await retrace(page, "last", [stops.at(-1)]);
      };
      for (const view of ["told", "every"]) await inStory(story, "en", backAndForth, view);
    });

    test(`a link into the middle of ${story} shows the same step in a new tab`, { timeout: TEST_LIMIT }, async () => {
      await inStory(story, "en", async (page, context) => {
        let seen = await opened(page);
        const start = page.url();
        for (let clicks = 0; clicks < 4 && (await can(page, "next")); clicks += 1) {
          seen = await act(page, "next", seen);
        }
        await eventually(async () => assert.notEqual(page.url(), start, "the link names the step"));
        const tab = await context.newPage();
        await tab.goto(page.url());
        await opened(tab);
        await eventually(async () => assert.deepEqual(await look(tab), seen));
      });
    });
  }
});

test("the keys step inside the stage, and stepping leaves the focus alone", { timeout: TEST_LIMIT }, async () => {
  await inStory(storyNames()[0], "en", async (page) => {
    const start = await opened(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-action"));
    await page.locator('[data-action="next"]').focus();
    await page.keyboard.press("Enter");
    const first = await moved(page, start);
    assert.equal(await focused(), "next");
    await page.keyboard.press("ArrowRight");
    const second = await moved(page, first);
    assert.ok(second.step > first.step);
    await page.keyboard.press("ArrowLeft");
    assert.equal((await moved(page, second)).step, first.step);
    await page.keyboard.press("Control+ArrowRight");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.equal((await look(page)).step, first.step, "combinations are left alone");
    assert.equal(await focused(), "next");
  });
});

test("a link that cannot be followed breaks nothing", { timeout: TEST_LIMIT }, async () => {
  const bad = [
    "#/codex/no-such-story",
    "#/no-such-system/first-message",
    "#/codex/first-message/no-such-step?lang=xx&view=none&v=zz",
    "#/codex/first-message/%3Cb%3Ebold%3C%2Fb%3E",
    "#/%00%ff//////?=&&&",
    "#%",
    `#/${"x".repeat(9_000)}`,
  ];
  for (const fragment of bad) {
    const { page, context, faults } = await visit(browser, site.address + fragment);
    await page.locator("[data-step]").waitFor({ timeout: PATIENCE });
    assert.equal(await page.locator("b").count(), 0, "text from a link is text");
    assert.deepEqual(faults, [], fragment.slice(0, 40));
    await context.close();
  }
});
