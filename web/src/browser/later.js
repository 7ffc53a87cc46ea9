// The module as the browser holds it: it brings the later half in and joins it to the first (see
// xtask/src/split.rs), and it never calls an instance again that has trapped.

const folder = new URL("../../../../", import.meta.url);
const half = new URL("midturn_later.wasm", folder);
let first;
let coming;
let served = 0;
let mourn = () => document.querySelector("[data-failure]")?.removeAttribute("hidden");

export const base = () => folder.href;

/** Whoever works now, works for this reader. */
export function serve(reader) {
  served = reader;
}

/** Calls `call(error, reader)` when an instance dies. The page itself says in its document that it has failed. */
export function onDeath(call) {
  mourn = call;
}

/**
 * The exports of an instance, each with a guard before it. Whatever is thrown out of the instance has left its
 * memory in the middle of something, so it is not let in again. The build puts the call into the glue.
 */
export function guard(exports) {
  let dead;
  first = exports;
  coming = undefined;
  const guarded = {};
  for (const [name, item] of Object.entries(exports)) {
    guarded[name] = typeof item !== "function" ? item : (...values) => {
      // Timers and promises that still come end quietly.
      if (dead && name.includes("closures")) return undefined;
      if (dead) throw dead;
      try {
        return item(...values);
      } catch (error) {
        if (!dead) {
          dead = new Error("this instance has ended", { cause: error });
          mourn(error, served);
        }
        throw error;
      }
    };
  }
  return guarded;
}

/** A module that was not cut has no such mark, and everything. */
const isHere = () => !first || !(".here" in first) || first[".here"].value === 1;

function join(module) {
  if (isHere()) return;
  new WebAssembly.Instance(module, { first });
  first[".here"].value = 1;
}

async function fetched() {
  const answer = await fetch(half);
  if (!answer.ok) throw new Error(`${half.pathname}: ${answer.status}`);
  join(await WebAssembly.compile(await answer.arrayBuffer()));
}

/** The usual way: while the reader looks at the first step. What is drawn from now on has a sheet of its own. */
export function bring() {
  for (const sheet of document.querySelectorAll("link[data-later]")) sheet.media = "all";
  if (isHere()) return Promise.resolve();
  coming ??= fetched().catch((error) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

/** For a reader who is faster than that: a call into the later half cannot wait for a promise. */
export function bringNow() {
  const request = new XMLHttpRequest();
  request.open("GET", half, false);
  // Bytes as characters: this kind of request answers in text only.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${half.pathname}: ${request.status}`);
  const bytes = Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 0xff);
  join(new WebAssembly.Module(bytes));
}
