// Brings the later half of the page's module in and joins it to the first: see xtask/src/split.rs.

const half = new URL("../../../../midturn_later.wasm", import.meta.url);
let first;
let coming;

/** `exports` are those of the first half. A module that was not split has no such mark, and everything. */
export function prepare(exports) {
  first = exports;
}

const isHere = () => !(".here" in first) || first[".here"].value === 1;

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
  if (request.status !== 200) {
    document.querySelector("[data-failure]")?.removeAttribute("hidden");
    throw new Error(`${half.pathname}: ${request.status}`);
  }
  const bytes = Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 0xff);
  join(new WebAssembly.Module(bytes));
}
