// Uses every type of the API once; `tsc` checks it against the real declarations. It is never run.

import init, { list, open, openBuiltIn, traceFingerprint } from "midturn";
import type { Fate, Input, Listed, MidturnError, Player, Receipt, State, Step, Trace } from "midturn";

await init();

const listed: Listed[] = list();
const titles: string[] = listed.filter((one) => one.told).map((one) => one.title["zh-Hant"]);

const player: Player = openBuiltIn("first-message");
while (player.next()) {
  const state: State = player.snapshot();
  const step: Step | null = state.step;
  const waiting = state.snapshot.trays.filter((tray) => tray.role === "staging");
  const cards: string[] = waiting.flatMap((tray) => [...tray.cards]);
  console.log(step?.seq, step?.kind, cards, state.requests.at(-1)?.new, state.snapshot.turn?.state);
}
player.back();
const first: number = player.seek(0).snapshot.step;

const input: Input = { id: "more", do: "steer", message: { id: "extra", text: "Keep the old API." } };
const forked: Player = player.fork(3, input);
const fates: Fate[] = forked.fates();
const trace: Trace = forked.trace();

const outcome = trace.outcome;
const waits: string[] = outcome?.how === "dead-end" ? outcome.waiting.map((one) => one.on) : [];
const mail: string[] = player.messages().flatMap(({ content }) =>
  typeof content === "object" && "mail" in content ? [content.mail.author] : [],
);

function inWords(receipt: Receipt): string {
  switch (receipt.outcome) {
    case "Started":
    case "Steered":
      return receipt.turn;
    case "NotSubmitted":
      return receipt.reason.reason;
    case "Failed":
      return receipt.message;
    case "Report":
      return receipt.value;
    case "Accepted":
      return "";
  }
}

try {
  open("format = 2", "mine.toml").free();
} catch (error) {
  const failure = error as MidturnError;
  console.log(failure.code, failure.line, failure.column, failure.faults.map((fault) => fault.message));
}

// @ts-expect-error an input names an operation
forked.fork(1, { id: "nothing" });
// @ts-expect-error a step is read, not set
player.step = 3;

console.log(titles, first, fates, trace.steps.length, inWords, traceFingerprint(forked), forked.choices, waits, mail);
