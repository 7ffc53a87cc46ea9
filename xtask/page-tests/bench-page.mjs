// The part of the bench that runs in the page. It knows the component's public functions; `api` is all
// of it that has to follow when they change.

import init, * as midturn from "./midturn.js";

await init();

const api = {
  open: (text) => midturn.open(text),
  length: (run) => run.length,
  seek: (run, step) => run.seek(step),
  fork: (run, step, input) => run.fork(step, input),
};

/** What is added in a fork. */
const INPUT = { id: "more", by: "user", do: "steer", message: "extra" };
/** The browser's clock is coarse, so each thing is repeated for this long, in ms. */
const ENOUGH = 1_000;
/** Repetitions, at most. */
const ROUNDS_MAX = 200_000;

/** The number of steps of a scenario's run. */
export function steps(text) {
  const run = api.open(text);
  const length = api.length(run);
  run.free?.();
  return length;
}

/** The mean time of one call, in ms. */
function time(work) {
  const started = performance.now();
  let rounds = 0;
  while (rounds < ROUNDS_MAX && performance.now() - started < ENOUGH) {
    work(rounds);
    rounds += 1;
  }
  return (performance.now() - started) / rounds;
}

/** Times a run from its text to its end, a seek anywhere, and a fork at the middle. */
export function measure(text) {
  const run = api.open(text);
  const length = api.length(run);
  const runMs = time(() => api.open(text).free?.());
  // A stride without a common factor visits steps far from one another.
  const seekMs = time((round) => api.seek(run, (round * 211) % length));
  const forkMs = time(() => api.fork(run, Math.floor(length / 2), INPUT).free?.());
  return { runMs, seekMs, forkMs };
}
