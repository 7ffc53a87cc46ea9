// The reader's own queue: it outlives a visit, every tab sees it, one tab starts it, and no state of the storage
// breaks the page or loses a text.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import {
  add,
  database,
  foreignDatabase,
  garble,
  openQueue,
  refuseStorage,
  secondTab,
  seen,
  sees,
  troubles,
  use,
  withQueue,
} from "./queue.mjs";
import { browser, site } from "./shared.mjs";
import { TEST_LIMIT, eventually, forEach, visit } from "./site.mjs";
import { LANGUAGES, link, opened, storyNames, walk } from "./stage.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HAN = /\p{Script=Han}/u;
const limit = { timeout: TEST_LIMIT };

/** Opens the queue, hands its page to `body`, and checks the page's manners. */
async function inQueue(body, spoil, options) {
  const { page, context, faults } = await withQueue(browser, site.address, { locale: "en", ...options }, spoil);
  try {
    await body(page, context);
    assert.deepEqual(faults, [], "no error on the console, no request elsewhere");
  } finally {
    await context.close();
  }
}

describe("the reader's own queue", () => {
  test("two texts are queued and are there after a reload", limit, () =>
    inQueue(async (page) => {
      await add(page, "first");
      await add(page, "second");
      await sees(page, { waiting: ["first", "second"], thread: "closed" });
      await page.reload();
      await openQueue(page);
      await sees(page, { waiting: ["first", "second"], given: [] });
    }));

  test("it can be edited, put into another order and emptied, and stays so", limit, () =>
    inQueue(async (page) => {
      for (const text of ["one", "two", "three"]) await add(page, text);
      await use(page, "up", "three");
      await sees(page, { waiting: ["one", "three", "two"] });
      await use(page, "edit", "one");
      await page.locator("[data-own-edit]").fill("another");
      await page.locator('[data-queue-form="edit"] [type="submit"]').click();
      await sees(page, { waiting: ["another", "three", "two"] });
      await use(page, "remove", "three");
      await sees(page, { waiting: ["another", "two"] });
      assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY", "the focus is not lost");
      await page.reload();
      await openQueue(page);
      await sees(page, { waiting: ["another", "two"] });
    }));

  test("a tab that opens the thread starts the texts, one a turn", limit, () =>
    inQueue(async (page) => {
      await add(page, "first");
      await add(page, "second");
      await use(page, "load");
      await sees(page, { waiting: ["second"], given: ["first"], thread: "loaded" });
      await use(page, "answer");
      await sees(page, { waiting: [], given: ["first", "second"] });
      await use(page, "interrupt");
      await add(page, "third");
      await sees(page, { waiting: ["third"], given: ["first", "second"] });
      await use(page, "start");
      await sees(page, { waiting: [], given: ["first", "second", "third"] });
      assert.deepEqual((await database(page)).rows, [], "what has started is deleted");
    }));

  test("a second tab adds one and the first shows it", limit, () =>
    inQueue(async (page, context) => {
      // With its clock stopped the first tab cannot find out by itself: it has to be told.
      await page.clock.pauseAt(Date.now() + 60_000);
      await add(page, "from the first tab");
      const other = await secondTab(context, site.address);
      await sees(other, { waiting: ["from the first tab"] });
      await add(other, "from the second tab");
      await sees(page, { waiting: ["from the first tab", "from the second tab"] });
      await use(page, "remove", "from the first tab");
      await sees(other, { waiting: ["from the second tab"] });
    }, (page) => page.clock.install()));

  test("a tab that nobody tells looks every ten seconds", limit, async () => {
    const mute = () => {
      window.BroadcastChannel = undefined;
    };
    const { page, context, faults } = await visit(browser, site.address, { locale: "en" }, {}, [mute]);
    await page.clock.install();
    await openQueue(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    const other = await secondTab(context, site.address);
    await add(other, "told to nobody");
    assert.deepEqual((await seen(page)).waiting, []);
    await page.clock.runFor(10_000);
    await sees(page, { waiting: ["told to nobody"] });
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("of two idle tabs exactly one starts a text, and the other takes over when it closes", limit, () =>
    inQueue(async (page, context) => {
      await use(page, "load");
      await sees(page, { thread: "loaded" });
      const other = await secondTab(context, site.address);
      await use(other, "load");
      await sees(other, { thread: "in-line" });
      await add(other, "only once");
      await sees(page, { waiting: [], given: ["only once"] });
      await sees(other, { waiting: [], given: [] });
      await add(other, "later");
      await sees(page, { waiting: ["later"], given: ["only once"] });
      await sees(other, { waiting: ["later"] });
      await page.close();
      await sees(other, { waiting: [], given: ["later"], thread: "loaded" });
    }));
});

describe("whatever the storage does", () => {
  /** The queue works for this visit. */
  async function works(page) {
    await add(page, "for this visit");
    await sees(page, { waiting: ["for this visit"] });
    await use(page, "load");
    await sees(page, { waiting: [], given: ["for this visit"], thread: "loaded" });
  }

  test("refused: the queue lasts for the visit and says so once", limit, () =>
    inQueue(
      async (page) => {
        await works(page);
        assert.deepEqual(await troubles(page), ["refused"].map((name) => `storage-${name}`));
      },
      (page) => page.evaluate(refuseStorage),
    ));

  test("refused later: what was known goes on", limit, () =>
    inQueue(async (page) => {
      await add(page, "kept before");
      await page.evaluate(() => {
        IDBDatabase.prototype.transaction = () => {
          throw new DOMException("denied by this test", "InvalidStateError");
        };
      });
      await add(page, "not kept");
      await sees(page, { waiting: ["kept before", "not kept"] });
      assert.deepEqual(await troubles(page), ["storage-refused"]);
      await page.reload();
      await openQueue(page);
      await sees(page, { waiting: ["kept before"] });
      assert.deepEqual(await troubles(page), []);
    }));

  test("full: what is kept stays, what is new lasts for the visit", limit, () =>
    inQueue(
      async (page) => {
        await add(page, "kept");
        // The browser looks at its quota now and then only: it takes a while until there is no room.
        const long = (n) => `${n} ${randomBytes(950).toString("hex")}`;
        let texts = 0;
        while ((await troubles(page)).length === 0) {
          assert.ok(texts < 80, "there is a quota");
          texts += 1;
          await add(page, long(texts));
        }
        assert.deepEqual(await troubles(page), ["storage-full"]);
        await add(page, "behind it");
        const { waiting } = await seen(page);
        assert.deepEqual([waiting.length, waiting.at(0), waiting.at(-1)], [texts + 2, "kept", "behind it"]);
        await use(page, "remove", "behind it");
        await sees(page, { waiting: waiting.slice(0, -1) });
        await page.reload();
        await openQueue(page);
        await sees(page, { waiting: waiting.slice(0, -2) });
      },
      async (page) => {
        const devtools = await page.context().newCDPSession(page);
        const { origin } = new URL(site.address);
        await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 100_000 });
      },
    ));

  test("older: what it holds is kept under another name", limit, () =>
    inQueue(
      async (page) => {
        await works(page);
        assert.deepEqual(await troubles(page), ["storage-older"]);
        const found = await database(page);
        assert.deepEqual(found["kept-5-rows"], ["precious"]);
        await page.reload();
        await openQueue(page);
        assert.deepEqual(await troubles(page), [], "it is said once");
        assert.deepEqual((await database(page))["kept-5-rows"], ["precious"]);
      },
      (page) => foreignDatabase(page, 5),
    ));

  test("newer: it is left alone", limit, () =>
    inQueue(
      async (page) => {
        await works(page);
        assert.deepEqual(await troubles(page), ["storage-newer"]);
        assert.deepEqual(await database(page), { rows: ["precious"] });
      },
      (page) => foreignDatabase(page, 20),
    ));

  test("corrupt: what is no row is set aside, the rest goes on", limit, () =>
    inQueue(async (page) => {
      await add(page, "whole");
      await garble(page);
      await page.reload();
      await openQueue(page);
      await sees(page, { waiting: ["whole"] });
      assert.deepEqual(await troubles(page), ["storage-corrupt"]);
      const { aside, rows } = await database(page);
      assert.deepEqual(aside.map((entry) => entry.value), [{ id: "garbled", payload: "precious" }]);
      assert.equal(rows.length, 1);
      await page.reload();
      await openQueue(page);
      await sees(page, { waiting: ["whole"] });
      assert.deepEqual(await troubles(page), [], "it is said once");
    }));

  test("with all storage refused every story runs to its end", { timeout: 4 * TEST_LIMIT }, () =>
    forEach(storyNames(), async (story) => {
      const { page, context, faults } = await visit(browser, site.address + link(story, "en"), {}, {}, [refuseStorage]);
      await walk(page);
      assert.deepEqual(faults, [], story);
      await context.close();
    }));
});

for (const language of LANGUAGES) {
  test(`it speaks ${language}, is usable at 360 px, and axe finds nothing`, limit, () =>
    inQueue(
      async (page) => {
        await garble(page);
        await add(page, "abc ".repeat(40).trim());
        await use(page, "load");
        await add(page, "xyz");
        await page.locator("[data-own-thread] summary").click();
        const own = page.locator("[data-own-thread]");
        const words = (await own.innerText()).split("\n").filter((line) => /\p{L}{4}/u.test(line.replace(/abc|xyz/g, "")));
        for (const line of words) assert.equal(HAN.test(line), language !== "en", line);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `it scrolls sideways by ${wide} px`);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run("[data-own-thread]"));
        assert.deepEqual(violations.map(({ id }) => id), []);
        const small = await own.locator("button").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 24).length);
        assert.equal(small, 0, "targets of 24 px");
      },
      undefined,
      { locale: language, viewport: { width: 360, height: 740 } },
    ));
}

test("the queue speaks the language that is chosen, and keeps what is being written", limit, () =>
  inQueue(async (page) => {
    await page.locator("[data-own-text]").fill("half a thou");
    await page.locator('[data-choice="language"]').selectOption("zh-Hans");
    await opened(page);
    await eventually(async () => assert.match(await page.locator("[data-own-thread] h2").innerText(), HAN));
    assert.equal(await page.locator("[data-own-text]").inputValue(), "half a thou");
  }));
