// Opens every story of the first system in every language, on the page and one in a player, in wide and narrow
// windows of different manners, and prints the number of every function that ran until the first step stood there.
// The module must carry the marks of `cargo xtask first-step`, and nothing that is brought in later.

import { dist, launch, never, serve, visit } from "./site.mjs";
import { FIRST, LANGUAGES, firstHalfNames, link } from "./stage.mjs";

/** What the page asks for when the first step is shown. It never comes here. */
const LATER = "midturn_later.wasm";
const MANNERS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "no-preference" },
  { viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce" },
];
const LOCALES = { en: "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW" };

/** A document with a player in it. */
const GUEST = "guest.html";
const guest = (story, language) => `<!doctype html><html lang="${language}"><meta charset="utf-8">
<script type="module" src="element.js"></script><midturn-player scenario="${story}"></midturn-player></html>`;
const documents = {};

const site = await serve(dist, documents);
const browser = await launch();
const ran = new Set();

async function look(address, options) {
  const { page, context, faults } = await visit(browser, address, options, { [LATER]: never });
  await page.locator("[data-step]").waitFor();
  const marks = await page.evaluate(async () => {
    const { initSync } = await import(new URL("midturn.js", document.baseURI));
    // The glue answers a second start with the exports of the first.
    return Object.entries(initSync()).filter(([name, mark]) => name.startsWith(".ran") && mark.value === 1).map(([name]) => name);
  });
  for (const mark of marks) ran.add(mark.slice(".ran".length));
  await context.close();
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

for (const manner of MANNERS) {
  for (const language of LANGUAGES) {
    await look(site.address, { ...manner, locale: LOCALES[language] });
    for (const story of firstHalfNames()) await look(site.address + link(story, language, "told"), manner);
    documents[GUEST] = guest(FIRST, language);
    await look(site.address + GUEST, manner);
  }
}
await browser.close();
await site.close();
console.log([...ran].join("\n"));
