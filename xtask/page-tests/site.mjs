// A plain static host for one folder under a sub-path, a browser to visit it with, and a watch over
// what the visit must not do: print an error, ask another origin, miss a file.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { install } from "./in-page.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));

/** The folder under test. */
export const dist = process.env.MIDTURN_DIST ?? path.join(here, "../../dist");
/** Not the root: the page must work wherever a host puts it. */
const SUB_PATH = "/docs/some page/";
/** The policy of PAGE.md. */
const POLICY = "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";
/** The longest that one expectation on the page may take, in ms: on a busy machine a page opens slowly. */
export const PATIENCE = 20_000;
/** The longest that one test may take, in ms. */
export const TEST_LIMIT = 180_000;

/** How many visits are made side by side where there are many: while one waits, another works. */
export const AT_ONCE = Math.max(2, availableParallelism());

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

/**
 * Serves `folder` under a policy and with more headers; the result has its address and `close()`. `extra` maps names to what is answered
 * instead of a file: a text, or `{ status, type, text, headers }`. `place` is the path of the folder.
 */
export async function serve(folder, extra = {}, policy = POLICY, more = {}, place = SUB_PATH) {
  const server = createServer((request, response) => {
    answer(folder, place, extra, { "Content-Security-Policy": policy, ...more }, request, response).catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}${encodeURI(place)}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address, close };
}

async function answer(folder, place, extra, always, request, response) {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  const wanted = decodeURIComponent(pathname);
  const name = wanted.startsWith(place) ? wanted.slice(place.length) || "index.html" : null;
  const head = (status, file, headers = {}) =>
    response.writeHead(status, {
      "Content-Type": KINDS[path.extname(file)] ?? "application/octet-stream",
      ...always,
      ...headers,
    });
  const own = name !== null && Object.hasOwn(extra, name) ? extra[name] : null;
  if (typeof own === "string") {
    head(200, name).end(own);
    return;
  }
  if (own?.text !== undefined || own?.status !== undefined) {
    const type = own.type && { "Content-Type": own.type };
    head(own.status ?? 200, name, { ...type, ...own.headers }).end(own.text);
    return;
  }
  const file = name === null ? null : path.join(folder, name);
  const inside = file !== null && file.startsWith(folder + path.sep);
  const found = inside && (await stat(file).catch(() => null))?.isFile();
  if (!found) {
    head(404, ".txt").end("there is no such file\n");
    return;
  }
  head(200, file, { ...(own?.type && { "Content-Type": own.type }), ...own?.headers });
  createReadStream(file).pipe(response);
}

/** The browser of the tests. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}

/**
 * A page in a context of its own; `options` are those of Playwright's contexts. `on` answers for files by name,
 * `first` runs in each page before everything else.
 */
export async function visit(browser, address, options = {}, on = {}, first = []) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(PATIENCE);
  const faults = watch(context, new URL(address).origin);
  for (const [file, answer] of Object.entries(on)) await context.route(`**/${file}`, answer);
  for (const script of [install, ...first]) await context.addInitScript(script);
  const page = await context.newPage();
  await page.goto(address);
  return { page, context, faults };
}

/** An answer that never comes. */
export const never = () => {};

/** Collects what no visit may do, on all pages of the context. */
function watch(context, origin) {
  const faults = [];
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    const local = ["data:", "blob:", "about:"].includes(url.protocol);
    if (!local && url.origin !== origin) faults.push(`request to another origin: ${url}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    // A page that is closed or left gives up what it was loading.
    const why = request.failure()?.errorText ?? "";
    if (!why.includes("ERR_ABORTED")) faults.push(`failed: ${request.url()} ${why}`);
  });
  return faults;
}

/** Awaits `job` for each of these, some side by side. */
export async function forEach(things, job) {
  const rest = things.values();
  const worker = async () => {
    for (const thing of rest) await job(thing);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Runs `check` until it holds; its last failure is the failure. */
export async function eventually(check, patience = PATIENCE) {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline || !(error instanceof assert.AssertionError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
