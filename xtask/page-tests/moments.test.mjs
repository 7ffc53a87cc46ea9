// Three moments that the stories exist for, and what a reader sees of a change; from the page's hooks alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, site } from "./shared.mjs";
import { TEST_LIMIT, eventually, visit } from "./site.mjs";
import { act, can, link, opened, walk } from "./stage.mjs";

/** What is shown at each step of a story, the ones that nobody narrates included. */
async function stopsOf(story) {
  const { page, context } = await visit(browser, site.address + link(story, "en", "every"));
  const stops = await walk(page);
  await context.close();
  return stops;
}

test("the-answer-is-on-screen: mail waits for the next turn while this one still runs", { timeout: TEST_LIMIT }, async () => {
  const stops = await stopsOf("the-answer-is-on-screen");
  const moment = stops.findIndex(({ areas, phase }) => phase === "next-turn" && areas.C?.length > 0);
  assert.notEqual(moment, -1, "a step shows mail in C and the phase next-turn");
  assert.notEqual(stops[moment].turn, null, "the turn has not completed yet");
  const [mail] = stops[moment].areas.C;
  const { turn } = stops[moment];
  const rest = stops.slice(moment);
  const end = rest.findIndex((stop) => stop.turn !== turn);
  assert.notEqual(end, -1, "the turn completes later");
  for (const stop of rest.slice(0, end + 1)) {
    assert.ok(stop.areas.C.includes(mail), `step ${stop.step}: the mail stays in C`);
  }
});

test("two-in-the-drain: the request lists the steer before the older mail", { timeout: TEST_LIMIT }, async () => {
  const stops = await stopsOf("two-in-the-drain");
  const arrival = (area, id) => stops.findIndex((stop) => stop.areas[area]?.includes(id));
  const seenIn = (area) => new Set(stops.flatMap((stop) => stop.areas[area] ?? []));
  const pairs = [...seenIn("B")].flatMap((steer) => [...seenIn("C")].map((mail) => [steer, mail]));
  const older = pairs.filter(([steer, mail]) => arrival("C", mail) < arrival("B", steer));
  assert.notEqual(older.length, 0, "a mail is in C before a steer is in B");
  const together = stops.some(({ request }) =>
    older.some(([steer, mail]) => {
      const items = request?.items ?? [];
      return items.includes(mail) && items.includes(steer) && items.indexOf(steer) < items.indexOf(mail);
    }),
  );
  assert.ok(together, "one request has both, the steer first");
});

test("too-late-to-steer: the receipt is NotSubmitted and no area changes", { timeout: TEST_LIMIT }, async () => {
  const stops = await stopsOf("too-late-to-steer");
  const refused = Object.entries(stops.at(-1).receipts).filter(([, answer]) => answer.startsWith("NotSubmitted("));
  assert.notEqual(refused.length, 0, "an input gets the receipt NotSubmitted");
  for (const [input, answer] of refused) {
    const moment = stops.findIndex(({ receipts }) => input in receipts);
    // The way of its message: from the client, in the channel, back at the client.
    const sent = stops.findLastIndex(({ areas }, n) => n < moment && areas.channel.length > 0);
    const [message] = stops[sent].areas.channel;
    const before = stops[sent - 1];
    assert.ok(before.areas.client.includes(message), `${input}: the client has it before`);
    assert.ok(stops[moment].areas.client.includes(message), `${input}: the client has it again`);
    for (const { step, areas } of stops.slice(sent, moment + 1)) {
      for (const area of ["A", "B", "C", "turn", "history"]) {
        assert.deepEqual(areas[area], before.areas[area], `step ${step}: ${area} is as it was before`);
      }
    }
    for (const { step, receipts } of stops.slice(moment)) {
      assert.equal(receipts[input], answer, `step ${step}: the answer stands`);
    }
  }
});

/**
 * What cannot be seen of the first change on the stage, a receipt only where there is no other: its start, or,
 * where it is no higher than half a screen, its end is outside the window or behind something.
 */
const hidden = (page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("[data-step] [data-moved]")].filter((one) => one.offsetHeight > 0);
    const changed = all.find((one) => !("receipt" in one.dataset)) ?? all[0];
    if (!changed) return null;
    const { left, right, top, bottom } = changed.getBoundingClientRect();
    const seen = (y) => changed.contains(document.elementFromPoint((left + right) / 2, y));
    const fits = bottom - top < window.innerHeight / 2;
    return seen(top + 4) && (seen(bottom - 4) || !fits) ? null : `${changed.innerText}: from ${top} to ${bottom}`;
  });

for (const [width, height] of [[1440, 800], [360, 740]]) {
  test(`what a click has changed is in sight, at ${width} px`, { timeout: TEST_LIMIT }, async () => {
    const options = { viewport: { width, height } };
    for (const story of ["two-in-the-drain", "waits-that-listen"]) {
      const { page, context } = await visit(browser, site.address + link(story, "en"), options);
      let seen = await opened(page);
      while (await can(page, "next")) {
        seen = await act(page, "next", seen);
        await eventually(async () => assert.equal(await hidden(page), null, `${story}, step ${seen.step}`));
      }
      await context.close();
    }
  });
}
