// The module instance of a document: one for all its players. An instance that has trapped is never called again;
// whoever was not at fault comes back in a fresh one.

const folder = new URL("./", import.meta.url);
const MODULE = "midturn_bg.wasm";
const MAGIC = [0, 0x61, 0x73, 0x6d];
const EMPTY_MODULE = Uint8Array.of(...MAGIC, 1, 0, 0, 0);

/** Why something cannot be shown: a stable word, and the file or name it is about. */
export class Failure extends Error {
  constructor(code, name = "", more = {}) {
    super(`${code} ${name}`.trim());
    Object.assign(this, { code, about: name, line: null, column: null }, more);
  }
}

/** A file of this folder, or a failure that says what came instead. */
export async function file(name) {
  const answer = await fetch(new URL(name, folder)).catch(() => {
    throw new Failure("not-loaded", name);
  });
  if (!answer.ok) throw new Failure("not-found", name);
  return answer;
}

/** A script of this folder. */
export async function script(name) {
  try {
    return await import(new URL(name, folder));
  } catch {
    // The browser does not say why; the server does.
    const type = (await file(name)).headers.get("Content-Type") ?? "";
    throw new Failure(/javascript/.test(type) ? "not-loaded" : "wrong-type", name);
  }
}

async function compile() {
  if (typeof WebAssembly !== "object") throw new Failure("no-webassembly");
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch {
    throw new Failure("wasm-blocked");
  }
  const bytes = await (await file(MODULE)).arrayBuffer();
  const begin = new Uint8Array(bytes.slice(0, MAGIC.length));
  if (MAGIC.some((byte, at) => begin[at] !== byte)) throw new Failure("wrong-type", MODULE);
  return WebAssembly.compile(bytes).catch(() => {
    throw new Failure("not-loaded", MODULE);
  });
}

let compiled;
let running;
let generation = 0;
/** Everyone who works in the running instance, by number. */
const guests = new Map();

function died(error, number) {
  const there = [...guests];
  guests.clear();
  running = undefined;
  generation += 1;
  // Not inside of the call that has just failed.
  queueMicrotask(() => {
    for (const [own, guest] of there) guest(own === number ? error : null);
  });
}

async function start() {
  compiled ??= compile();
  const module = await compiled.catch((failure) => {
    compiled = undefined;
    throw failure;
  });
  // Another address is another instance of the glue too, which holds on to its own memory.
  const name = "midturn.js";
  const glue = await script(generation === 0 ? name : `${name}?again=${generation}`);
  try {
    await glue.default({ module_or_path: module });
  } catch {
    throw new Failure("other-build", name);
  }
  glue.onDeath(died);
  return glue;
}

/** The running instance. */
export function instance() {
  running ??= start().catch((failure) => {
    running = undefined;
    throw failure;
  });
  return running;
}

let last = 0;

/** Lets a guest in; `leave(error)` is called when the instance has died, with the error where it was theirs. */
export function enter(leave) {
  last += 1;
  guests.set(last, leave);
  return last;
}

/** The guest has left by itself. */
export const forget = (number) => guests.delete(number);
