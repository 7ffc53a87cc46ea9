// Pictures of every story's key steps, the steps that its questions are about: for people to look at.
// Each in three languages, wide and narrow; light, or dark with MIDTURN_DARK. `index.html` shows them side by side.

import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { dist, forEach, launch, serve, visit } from "./site.mjs";
import { LANGUAGES, STEPS_MAX, act, can, link, opened, storyNames } from "./stage.mjs";

const folder = process.env.MIDTURN_PICTURES;
const colorScheme = process.env.MIDTURN_DARK ? "dark" : "light";
/** A laptop, and a phone held upright: high enough that what is below the fold is seen, too. */
const VIEWPORTS = [
  { width: 1440, height: 960 },
  { width: 360, height: 1_280 },
];

/** Takes the pictures of one story in one language at one width; what each shows. */
async function take(browser, address, { story, language, viewport }) {
  const { page, context, faults } = await visit(browser, address + link(story, language), { viewport, colorScheme });
  const taken = [];
  let seen = await opened(page);
  for (let clicks = 0; (await can(page, "next")) && clicks < STEPS_MAX; clicks += 1) {
    const asked = await page.locator("[data-quiz]").count();
    seen = await act(page, "next", seen);
    if (asked > 0) {
      const file = [story, taken.length + 1, language, viewport.width].join("-") + ".png";
      await page.screenshot({ path: path.join(folder, file) });
      taken.push({ story, language, width: viewport.width, file, narration: seen.narration });
    }
  }
  await context.close();
  if (faults.length > 0) throw new Error(`${story}, ${language}: ${faults.join("\n")}`);
  if (taken.length === 0) throw new Error(`${story} asks nothing, so it has no key step`);
  return taken;
}

/** All pictures on one page. */
function sheet(pictures) {
  const text = (words) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const figure = ({ file, width, narration }) =>
    `<figure><a href="${file}"><img src="${file}" width="${width / 2}" alt=""></a><figcaption>${text(narration)}</figcaption></figure>`;
  const part = (story) => {
    const own = pictures.filter((picture) => picture.story === story);
    return `<h2>${story}</h2><div>${own.map(figure).join("\n")}</div>`;
  };
  const style = "body{font:14px system-ui}div{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}figcaption{max-width:45em}";
  const head = `<!doctype html><meta charset="utf-8"><title>Key steps</title><style>${style}</style>`;
  return `${head}<h1>Key steps</h1>${storyNames().map(part).join("\n")}\n`;
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const site = await serve(dist);
const browser = await launch();
const jobs = storyNames().flatMap((story) =>
  LANGUAGES.flatMap((language) => VIEWPORTS.map((viewport) => ({ story, language, viewport }))),
);
const pictures = [];
await forEach(jobs, async (job) => pictures.push(...(await take(browser, site.address, job))));
pictures.sort((one, other) => one.width - other.width || one.file.localeCompare(other.file));
await writeFile(path.join(folder, "index.html"), sheet(pictures));
await browser.close();
await site.close();
console.log(`${pictures.length} pictures of ${storyNames().length} stories`);
