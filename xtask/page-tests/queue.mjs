// The reader's own queue, as a person uses it: its hooks, and ways to spoil the storage below it.

import assert from "node:assert/strict";
import { eventually, visit } from "./site.mjs";

/** The database of the queue. */
const DATABASE = "midturn.queue";

/** Opens the queue of a page. */
export async function openQueue(page) {
  await page.locator('[data-queue="open"]').click();
  await page.locator("[data-own-text]").waitFor();
  return page;
}

/** A page whose queue is open, with what the visit did wrong. */
export async function withQueue(browser, address, options, spoil = () => {}) {
  const visited = await visit(browser, address, options);
  await visited.page.locator('[data-queue="open"]').waitFor();
  await spoil(visited.page);
  await openQueue(visited.page);
  return visited;
}

/** Another tab of the same browser with its queue open. */
export async function secondTab(context, address) {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('[data-queue="open"]').waitFor();
  return openQueue(page);
}

/** Queues a text and waits until the field is free again: then it was taken. */
export async function add(page, text) {
  await page.locator("[data-own-text]").fill(text);
  await page.locator('[data-queue-form="add"] [type="submit"]').click();
  await eventually(async () => assert.equal(await page.locator("[data-own-text]").inputValue(), ""));
}

/** Uses a control of the queue; of an item, where one is named. */
export async function use(page, name, text) {
  const within = text ? page.locator("[data-own-card]", { hasText: text }) : page;
  await within.locator(`[data-queue="${name}"]`).click();
}

/** What waits, what the model has been given, who has the thread. */
export async function seen(page) {
  return {
    waiting: await page.locator("[data-own-card] [data-own-words]").allInnerTexts(),
    given: await page.locator("[data-own-given]").allInnerTexts(),
    thread: await page.locator("[data-own-thread]").getAttribute("data-own-thread"),
  };
}

/** Waits until that is so. */
export async function sees(page, expected) {
  await eventually(async () => {
    const now = await seen(page);
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(now[name], value);
  });
}

/** The troubles that are told, by name. */
export async function troubles(page) {
  const told = page.locator("[data-own-trouble]");
  return told.evaluateAll((all) => all.map((one) => one.dataset.ownTrouble));
}

/** Makes a database of this version with one entry in the object store `rows`, as somebody else would. */
export async function foreignDatabase(page, version) {
  await page.evaluate(
    ([name, version]) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = () => request.result.createObjectStore("rows");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction("rows", "readwrite");
          transaction.objectStore("rows").put("precious", "key");
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
    [DATABASE, version],
  );
}

/** Everything that lies in the database now, by object store. */
export async function database(page) {
  return page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const found = {};
          const names = [...request.result.objectStoreNames];
          const transaction = request.result.transaction(names);
          for (const store of names) {
            transaction.objectStore(store).getAll().onsuccess = (event) => {
              found[store] = event.target.result;
            };
          }
          transaction.oncomplete = () => {
            request.result.close();
            resolve(found);
          };
        };
      }),
    DATABASE,
  );
}

/** Puts something among the rows that is no row. */
export async function garble(page) {
  await page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => {
          const transaction = request.result.transaction("rows", "readwrite");
          transaction.objectStore("rows").put({ id: "garbled", payload: "precious" });
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
    DATABASE,
  );
}

/** A browser that lets a page keep nothing at all. Runs in the page before everything else. */
export function refuseStorage() {
  const refuse = () => {
    throw new DOMException("denied by this test", "SecurityError");
  };
  Object.defineProperty(window, "localStorage", { get: refuse });
  Object.defineProperty(window, "sessionStorage", { get: refuse });
  IDBFactory.prototype.open = refuse;
}
