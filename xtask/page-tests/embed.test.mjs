// Players in somebody else's document: what they show and say, what they leave alone, and what they do when
// something is missing, blocked, of another build, or has trapped.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser } from "./shared.mjs";
import { TEST_LIMIT, dist, eventually, serve, visit } from "./site.mjs";
import { STEPS_MAX } from "./stage.mjs";

const STORY = "two-in-the-drain";
const STATIC = "The transcript, for those without scripts.";
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:";
/** What a player says in its place when it cannot be shown. */
const MESSAGE = "midturn-player [part=message]";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const scenarios = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../scenarios");
const TOML = readFileSync(path.join(scenarios, `course/${STORY}.toml`), "utf8");

const player = (attributes = "", inside = `<p>${STATIC}</p>`) =>
  `<midturn-player ${attributes}>${inside}</midturn-player>`;

const documentOf = (body, lang = "en") =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Somebody's docs</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<script type="module" src="element.js"></script><body><main><h1>Docs</h1>${body}</main></body></html>`;

/** Visits a document with this body; `options` are the host's (`policy`, `swap`) and the browser's (`context`). */
async function guest(body, { policy = STRICT, headers, swap = {}, context: manner = {}, lang } = {}) {
  const site = await serve(dist, { "guest.html": documentOf(body, lang), ...swap }, policy, headers);
  const seen = await visit(browser, `${site.address}guest.html`, manner);
  const close = async () => {
    await seen.context.close();
    await site.close();
  };
  return { ...seen, site, close };
}

/** Waits until each player of the document can be moved; what each shows. */
async function ready(page) {
  return page.evaluate(async () => {
    const players = [...document.querySelectorAll("midturn-player")];
    await Promise.all(players.map((one) => one.load()));
    return players.map((one) => one.current);
  });
}

const current = (page, index = 0) =>
  page.evaluate((at) => document.querySelectorAll("midturn-player")[at].current, index);

test("a player loads when it comes near, once for all, and tells what it shows", { timeout: TEST_LIMIT }, async () => {
  const far = `<link rel="stylesheet" href="far.css"><div id="far"></div>`;
  const { page, faults, close, site } = await guest(
    `${player(`scenario="${STORY}"`)}${player(`scenario="stop" lang="zh-Hans"`)}${far}${player(`scenario="stop"`)}`,
    { swap: { "far.css": "#far{height:9000px}" } },
  );
  await eventually(async () => assert.notEqual(await current(page, 1), null));
  assert.equal(await current(page, 2), null, "nobody is near the third");
  const shown = await ready(page);
  assert.deepEqual(shown.map(({ scenario, language, number }) => [scenario, language, number]), [
    [STORY, "en", 0],
    ["stop", "zh-Hans", 0],
    ["stop", "en", 0],
  ]);
  const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.equal(asked.filter((url) => url.endsWith("midturn_bg.wasm")).length, 1);
  assert.ok(shown[0].link.startsWith(`${site.address}index.html#/codex/${STORY}`), shown[0].link);
  assert.deepEqual(faults, []);
  await close();
});

test("commands, attributes and events", { timeout: TEST_LIMIT }, async () => {
  const { page, faults, close } = await guest(player(`scenario="${STORY}"`));
  await ready(page);
  const told = await page.evaluate(async (most) => {
    const one = document.querySelector("midturn-player");
    const events = [];
    for (const name of ["ready", "step", "end", "error"]) one.addEventListener(name, ({ type, detail }) => events.push([type, detail.number ?? detail.code]));
    const next = await one.next();
    const back = await one.back();
    let clicks = 0;
    while (!one.current.ended && clicks < most) {
      await one.next();
      clicks += 1;
    }
    const total = one.current.total;
    const { link } = one.current;
    const toLink = await one.toLink();
    const nowhere = await one.seek("no-such-step").catch(({ code }) => code);
    await one.reset();
    return { events, next: next.number, back: back.number, total, clicks, links: [link, toLink], nowhere, at: one.current.number, hash: location.hash };
  }, STEPS_MAX);
  assert.deepEqual([told.next, told.back, told.at, told.hash], [1, 0, 0, ""]);
  assert.equal(told.clicks, told.total);
  assert.equal(told.nowhere, "no-such-step");
  assert.match(told.links[0], /index\.html#\/codex\/two-in-the-drain\/[^#]+$/);
  assert.equal(told.links[1], told.links[0]);
  assert.deepEqual(told.events.filter(([name]) => name === "end"), [["end", told.total]]);
  assert.deepEqual(told.events.filter(([name]) => name === "error" || name === "ready"), []);
  const { step } = await current(page);
  assert.equal(step, null, "the start has no id");
  // A step of the link's is where it leads.
  const third = await page.evaluate(async () => {
    const one = document.querySelector("midturn-player");
    for (let n = 0; n < 3; n += 1) await one.next();
    const { step, number } = one.current;
    await one.reset();
    one.step = step;
    return { step, number };
  });
  await eventually(async () => assert.equal((await current(page)).step, third.step));
  await page.evaluate((step) => {
    document.querySelector("midturn-player").until = step;
  }, third.step);
  await eventually(async () => assert.deepEqual([(await current(page)).total, (await current(page)).ended], [third.number, true]));
  assert.deepEqual(faults, []);
  await close();
});

test("what a screen reader hears is the transcript; the same moment is a picture and a diagram", { timeout: TEST_LIMIT }, async () => {
  const { page, faults, close } = await guest(player(`scenario="${STORY}" lang="zh-Hant"`));
  await ready(page);
  const told = await page.evaluate(async (most) => {
    const one = document.querySelector("midturn-player");
    const heard = [];
    while (!one.current.ended && heard.length < most) {
      const { sentence } = await one.next();
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      heard.push({ sentence, live: one.shadowRoot.querySelector("#narration").textContent });
    }
    return { heard, text: await one.toText(), svg: await one.toSvg(), mermaid: await one.toMermaid() };
  }, STEPS_MAX);
  const lines = told.text.trimEnd().split("\n").slice(3);
  assert.deepEqual(told.heard.map(({ live }, at) => `${at + 1}. ${live}`), lines);
  assert.deepEqual(told.heard.map(({ sentence }) => sentence), told.heard.map(({ live }) => live));
  assert.match(told.svg, /^<svg /);
  assert.ok(told.svg.includes(told.heard.at(-1).sentence), "the picture is described in the words of the step");
  assert.match(told.mermaid, /^sequenceDiagram\n/m);
  assert.deepEqual(faults, []);
  await close();
});

test("keys are the player's while the focus is in it, and the document's otherwise", { timeout: TEST_LIMIT }, async () => {
  const { page, close } = await guest(player(`scenario="${STORY}"`) + player(`scenario="${STORY}" keyboard="off"`) + "<button>Other</button>");
  await ready(page);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY", "no focus was taken");
  await page.evaluate(() => {
    window.heard = [];
    document.addEventListener("keydown", ({ key }) => window.heard.push(key));
  });
  await page.locator("midturn-player").first().locator('[data-action="next"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("s");
  await eventually(async () => assert.equal((await current(page)).number, 1));
  await page.locator("midturn-player").nth(1).locator('[data-action="next"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Other", exact: true }).focus();
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await page.evaluate(() => window.heard), ["s", "ArrowRight", "ArrowLeft"]);
  assert.deepEqual([(await current(page, 0)).number, (await current(page, 1)).number], [1, 0]);
  await close();
});

test("a player takes its room before it loads, and nothing moves when it comes", { timeout: TEST_LIMIT }, async () => {
  const { page, close } = await guest(`${player(`scenario="${STORY}" height="500"`)}<p id="after">after</p>`);
  await page.evaluate(() => customElements.whenDefined("midturn-player"));
  const top = () => page.evaluate(() => document.querySelector("#after").getBoundingClientRect().top);
  const before = await top();
  await ready(page);
  assert.equal(await top(), before);
  assert.equal(await page.evaluate(() => document.querySelector("midturn-player").offsetHeight), 500);
  await close();
});

test("an element that is moved keeps its place in the story; one that is removed forgets it", { timeout: TEST_LIMIT }, async () => {
  const { page, faults, close } = await guest(`${player(`scenario="${STORY}"`)}<section></section>`);
  await ready(page);
  const seen = await page.evaluate(async () => {
    const one = document.querySelector("midturn-player");
    await one.next();
    document.querySelector("section").append(one);
    await new Promise(requestAnimationFrame);
    const moved = one.current?.number;
    one.remove();
    await new Promise(requestAnimationFrame);
    const gone = one.current;
    document.body.append(one);
    await one.load();
    return { moved, gone, back: one.current.number };
  });
  assert.deepEqual(seen, { moved: 1, gone: null, back: 0 });
  assert.deepEqual(faults, []);
  await close();
});

test("mounting and removing a hundred times leaves nothing behind", { timeout: TEST_LIMIT }, async () => {
  const { page, context, close } = await guest("<section></section>");
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable");
  const cycle = (times) =>
    page.evaluate(
      async ({ times, story }) => {
        for (let n = 0; n < times; n += 1) {
          const one = document.createElement("midturn-player");
          one.scenario = story;
          document.querySelector("section").append(one);
          await one.load();
          await one.next();
          one.remove();
          await new Promise((resolve) => setTimeout(resolve));
        }
      },
      { times, story: STORY },
    );
  const weigh = async () => {
    for (let n = 0; n < 3; n += 1) await client.send("HeapProfiler.collectGarbage");
    const { metrics } = await client.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    const wasm = await page.evaluate(async () => {
      const { initSync } = await import(new URL("midturn.js", document.baseURI));
      return initSync().memory.buffer.byteLength;
    });
    return { nodes: of("Nodes"), ears: of("JSEventListeners"), heap: of("JSHeapUsedSize"), wasm };
  };
  // The allocator takes what it needs at its busiest.
  await cycle(50);
  const before = await weigh();
  await cycle(100);
  const after = await weigh();
  const kept = `${JSON.stringify(before)} ${JSON.stringify(after)}`;
  assert.ok(after.nodes <= before.nodes + 50, `nodes: ${kept}`);
  assert.ok(after.ears <= before.ears + 5, `listeners: ${kept}`);
  assert.ok(after.heap <= before.heap + 1_000_000, `heap: ${kept}`);
  assert.ok(after.wasm <= before.wasm + 65_536, `memory of the instance: ${kept}`);
  await close();
});

test("ten players do nothing while nothing happens", { timeout: TEST_LIMIT }, async () => {
  const { page, context, close } = await guest(player(`scenario="${STORY}"`).repeat(10));
  await ready(page);
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable");
  const spent = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return { script: of("ScriptDuration"), layouts: of("LayoutCount"), styles: of("RecalcStyleCount") };
  };
  await page.waitForTimeout(1_000);
  const before = await spent();
  await page.waitForTimeout(2_000);
  const after = await spent();
  assert.deepEqual(after, before);
  await close();
});

test("after a trap its player says so, and the others come back where they were", { timeout: TEST_LIMIT }, async () => {
  const { page, close } = await guest(player(`scenario="${STORY}"`) + player(`scenario="${STORY}"`) + player(`scenario="stop"`));
  await ready(page);
  await page.evaluate(async () => {
    const [first, second, third] = document.querySelectorAll("midturn-player");
    await first.next();
    await second.next();
    await second.next();
    await third.next();
    window.told = [];
    first.addEventListener("error", ({ detail }) => window.told.push(detail));
    first.debug = "trap";
  });
  await eventually(async () => assert.equal(await page.evaluate(() => window.told.length), 1));
  const [told] = await page.evaluate(() => window.told);
  assert.equal(told.code, "trap");
  const message = page.locator(MESSAGE);
  assert.match(await message.innerText(), /has failed/);
  assert.equal(await message.locator("a").getAttribute("href"), told.link);
  assert.match(told.link, new RegExp(`#/codex/${STORY}/[^?]+\\?`));
  assert.equal(await page.getByText(STATIC).first().isVisible(), true);
  await eventually(async () => {
    const numbers = await page.evaluate(() => [...document.querySelectorAll("midturn-player")].map((one) => one.current?.number));
    assert.deepEqual(numbers.slice(1), [2, 1]);
  });
  const next = await page.evaluate(async () => (await document.querySelectorAll("midturn-player")[1].next()).number);
  assert.equal(next, 3);
  await close();
});

const BROKEN = [
  ["without 'wasm-unsafe-eval' the directive is named", { policy: STRICT.replace(" 'wasm-unsafe-eval'", "") }, "wasm-blocked", /'wasm-unsafe-eval'/],
  ["a missing module", { swap: { "midturn_bg.wasm": { status: 404 } } }, "not-found", /midturn_bg\.wasm is not on the server/],
  ["missing glue", { swap: { "midturn.js": { status: 404 } } }, "not-found", /midturn\.js is not on the server/],
  ["glue of another MIME type", { swap: { "midturn.js": { type: "text/plain" } } }, "wrong-type", /midturn\.js as something else/],
  ["a page in the place of the module", { swap: { "midturn_bg.wasm": { type: "text/html", text: "<!doctype html>" } } }, "wrong-type", /midturn_bg\.wasm as something else/],
  ["glue and module of different builds", { swap: { "midturn_bg.wasm": { text: Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]) } } }, "other-build", /another build/],
  ["a scenario that does not exist", {}, "unknown-scenario", /no scenario here named nowhere/, "nowhere"],
];

for (const [name, host, code, words, scenario = STORY] of BROKEN) {
  test(`${name}: the children stay, and one sentence says why`, { timeout: TEST_LIMIT }, async () => {
    const { page, close } = await guest(player(`scenario="${scenario}"`), host);
    await page.locator(MESSAGE).waitFor();
    assert.match(await page.locator(MESSAGE).innerText(), words);
    assert.equal(await page.getByText(STATIC).isVisible(), true);
    const again = await page.evaluate(async () => {
      const one = document.querySelector("midturn-player");
      return one.next().then(() => "it works", ({ code }) => code);
    });
    assert.equal(again, code);
    await close();
  });
}

test("a sentence is told in the language of the document", { timeout: TEST_LIMIT }, async () => {
  const { page, close } = await guest(player(`scenario="nowhere"`), { lang: "zh-TW" });
  await page.locator(MESSAGE).waitFor();
  assert.match(await page.locator(MESSAGE).innerText(), /這裡沒有名為 nowhere/);
  await close();
});

test("with scripts off the children are read", { timeout: TEST_LIMIT }, async () => {
  const { page, close, faults } = await guest(player(`scenario="${STORY}"`), { context: { javaScriptEnabled: false } });
  assert.equal(await page.getByText(STATIC).isVisible(), true);
  assert.deepEqual(faults, []);
  await close();
});

test("a scenario of the author's own, inside the element and at an address", { timeout: TEST_LIMIT }, async () => {
  const own = TOML.replaceAll(STORY, "mine");
  const inside = `<script type="application/toml">${own}</script><p>${STATIC}</p>`;
  const { page, faults, close } = await guest(player("", inside) + player(`scenario="mine.toml" lang="zh-Hant"`), {
    swap: { "mine.toml": own },
  });
  const shown = await ready(page);
  assert.deepEqual(shown.map(({ scenario, language }) => [scenario, language]), [["mine", "en"], ["mine", "zh-Hant"]]);
  const next = await page.evaluate(async () => (await document.querySelector("midturn-player").next()).number);
  assert.equal(next, 1);
  assert.deepEqual(faults, []);
  await close();
});

test("a fault in the author's scenario is told with its line and column", { timeout: TEST_LIMIT }, async () => {
  const wrong = TOML.replace('system = "codex"', 'sistem = "codex"');
  const { page, close } = await guest(player("", `<script type="application/toml">${wrong}</script><p>${STATIC}</p>`));
  await page.locator(MESSAGE).waitFor();
  assert.match(await page.locator(MESSAGE).innerText(), /sistem/);
  const told = await page.evaluate(async () => {
    const one = document.querySelector("midturn-player");
    return one.load().then(() => null, ({ code, line, column }) => ({ code, line, column }));
  });
  assert.equal(told.line, wrong.slice(0, wrong.indexOf("sistem")).split("\n").length);
  assert.ok(told.column >= 1 && told.code !== "other-build", JSON.stringify(told));
  assert.equal(await page.getByText(STATIC).isVisible(), true);
  await close();
});

for (const width of [1280, 360]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing in players at ${width} px, ${colorScheme}`, { timeout: TEST_LIMIT }, async () => {
      const kinds = ["full", "minimal", "none"].map((controls) => player(`scenario="${STORY}" controls="${controls}"`)).join("");
      const { page, close } = await guest(kinds, { context: { viewport: { width, height: 800 }, colorScheme } });
      await ready(page);
      for (const moves of [0, 5]) {
        await page.evaluate(async (moves) => {
          for (const one of document.querySelectorAll("midturn-player")) for (let n = 0; n < moves; n += 1) await one.next();
        }, moves);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        const told = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.flat().join(" ")}`));
        assert.deepEqual(told, [], `after ${moves} moves`);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `the document is ${wide} px wider than the screen`);
      await close();
    });
  }
}

test("the document's style does not come in, except by name", { timeout: TEST_LIMIT }, async () => {
  const style = `<link rel="stylesheet" href="host.css">`;
  const { page, close } = await guest(style + player(`scenario="${STORY}" theme="light"`), {
    swap: {
      "host.css": `html { font-size: 62.5% } * { letter-spacing: 3px } button { color: red } p { font-size: 40px }
        midturn-player { --accent: red; --midturn-accent: rgb(1, 2, 3) }`,
    },
  });
  await ready(page);
  const seen = await page.evaluate(() => {
    const root = document.querySelector("midturn-player").shadowRoot;
    const of = (selector) => getComputedStyle(root.querySelector(selector));
    return {
      sentence: of("#narration").letterSpacing,
      text: of(".player").fontSize,
      next: of('[data-action="next"]').backgroundColor,
      outside: getComputedStyle(document.querySelector("h1")).letterSpacing,
    };
  });
  assert.deepEqual(seen, { sentence: "normal", text: "16px", next: "rgb(1, 2, 3)", outside: "3px" });
  await close();
});

test("a sandboxed frame is as high as its player, and obeys its parent alone", { timeout: TEST_LIMIT }, async () => {
  const headers = { "Access-Control-Allow-Origin": "*" };
  const frame = `<iframe title="A story" sandbox="allow-scripts" width="700" src="embed.html#/codex/${STORY}?lang=zh-Hans&controls=minimal"></iframe>`;
  const { page, faults, close } = await guest(`<script type="module" src="parent.js"></script>${frame}`, { headers, policy: `${STRICT}; frame-src 'self'` });
  await eventually(async () => assert.ok(Number(await page.locator("iframe").getAttribute("height")) > 300), 15_000);
  const told = await page.evaluate(async () => {
    const { ask } = await import(new URL("parent.js", document.baseURI));
    const frame = document.querySelector("iframe");
    const steps = [];
    frame.addEventListener("midturn-step", ({ detail }) => steps.push(detail.number));
    const next = await ask(frame, "next");
    const wrong = await ask(frame, "seek", "nowhere").catch(({ code }) => code);
    const foreign = await ask(frame, "remove").catch(({ code }) => code);
    // Another frame may not speak for this one.
    window.postMessage({ midturn: 1, event: "resize", detail: { height: 2000 } }, "*");
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { next: [next.number, next.language], wrong, foreign, steps, height: Number(frame.height) };
  });
  assert.deepEqual({ ...told, height: told.height < 2000 }, { next: [1, "zh-Hans"], wrong: "no-such-step", foreign: "bad-command", steps: [1], height: true });
  assert.deepEqual(faults, []);
  await close();
});
