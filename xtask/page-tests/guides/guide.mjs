// What the tests of all guides have: a copy of the guide with the player's files in it, a visit, and axe.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { dist, serve, visit } from "../site.mjs";

const guides = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../../docs/guides");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A copy of a guide, with the player's files in a folder of it; `remove()` it afterwards. */
export function copyOf(guide, files) {
  // As others resolve it, where the folder for temporary files is itself a link.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `midturn-${guide}-`)));
  cpSync(path.join(guides, guide), folder, { recursive: true });
  if (files) cpSync(dist, path.join(folder, files), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Serves a folder and visits a page of it; `policy` and `place` are the host's. */
export async function open(browser, folder, name, { policy, place, extra = {}, ...manner } = {}) {
  const site = await serve(folder, extra, policy, {}, place);
  const seen = await visit(browser, `${site.address}${name}`, manner);
  const close = async () => {
    await seen.context.close();
    await site.close();
  };
  return { ...seen, site, close };
}

/** The player's own sheets: of the element, its height, the first step, what follows. */
const SHEETS = 4;

/** Waits until each player can be moved and has all of its style; what each shows. */
export const ready = (page) =>
  page.evaluate(async (sheets) => {
    await customElements.whenDefined("midturn-player");
    const players = [...document.querySelectorAll("midturn-player")];
    await Promise.all(players.map((one) => one.load()));
    while (players.some((one) => one.shadowRoot.adoptedStyleSheets.length < sheets)) await new Promise(requestAnimationFrame);
    return players.map((one) => one.current.scenario);
  }, SHEETS);

/** What the player of this index shows. */
export const current = (page, index = 0) =>
  page.evaluate((at) => document.querySelectorAll("midturn-player")[at]?.current ?? null, index);

/** The Next of a player. */
export const next = (page, index = 0) => page.locator("midturn-player").nth(index).locator('[data-action="next"]');

/** How light the ground of a player is, from 0 to 1. */
export const lightness = (page, index = 0) =>
  page.evaluate((at) => {
    const player = document.querySelectorAll("midturn-player")[at].shadowRoot.querySelector(".player");
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = getComputedStyle(player).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3 / 255;
  }, index);

/** How often the first half of the module was asked for since the page was opened. */
export const modules = (page) =>
  page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("midturn_bg.wasm")).length);

/** axe finds nothing in the players; the site around them is not ours. */
export async function accessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run("midturn-player"));
  assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.flat().join(" ")}`)), []);
}
