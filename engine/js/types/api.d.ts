/** Every failure of this module: an `Error` with a stable code. */
export interface MidturnError extends Error {
  readonly name: "MidturnError";
  /** A stable word, such as `no-such-step`, `bad-input`, `bad-operation` or a fault of a scenario. */
  readonly code: string;
  /** Where in the scenario's text, from 1; `null` where no text is at fault. */
  readonly line: number | null;
  /** In UTF-16 units, from 1; `null` where no text is at fault. */
  readonly column: number | null;
  /** Every fault of a scenario's text, in order. */
  readonly faults: readonly Fault[];
}

/** A fault in a scenario's text. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The three languages. */
export type Language = "en" | "zh-Hans" | "zh-Hant";

/** A built-in scenario. */
export interface Listed {
  readonly id: string;
  readonly system: string;
  /** A story is told to readers; a case only has expectations. */
  readonly told: boolean;
  readonly title: Readonly<Record<Language, string>>;
}

/** Who acts in a step. */
export type Actor =
  | "user" | "client" | "host" | "session" | "turn" | "queue" | "model"
  | { readonly agent: string }
  | { readonly tool: string };

/** A message changes its place. */
export interface Move {
  readonly message: string;
  readonly from: string;
  readonly to: string;
}

/** One observable change. */
export interface Step {
  /** From 1. Snapshot n is the state after step n. */
  readonly seq: number;
  /** Virtual ms. */
  readonly at: number;
  readonly actor: Actor;
  readonly kind: string;
  readonly subject: string | null;
  readonly moves: readonly Move[];
  readonly rule: string | null;
  readonly facts: readonly { readonly what: string; readonly holds: boolean }[];
  /** The earlier step that led to it. */
  readonly cause: number | null;
}

/** A place with its messages, in the order in which they would be taken. */
export interface Tray {
  readonly place: string;
  readonly role: "outside" | "passing" | "staging";
  /** Whether its content survives the end of the process. */
  readonly durable: boolean;
  readonly cards: readonly string[];
}

/** The state after a step. `history`, `requests`, `receipts` and `events` count what existed then. */
export interface Snapshot {
  readonly step: number;
  readonly at: number;
  readonly trays: readonly Tray[];
  readonly flags: readonly {
    readonly name: string;
    readonly value: string;
    readonly values: readonly string[];
    readonly rule: string | null;
  }[];
  readonly turn: { readonly id: string; readonly kind: string; readonly state: string } | null;
  readonly status: string;
  readonly settings: readonly (readonly [string, string])[];
  readonly tools: readonly {
    readonly call: string;
    readonly tool: string;
    readonly state: "running" | "finished" | "recorded" | "cancelled";
    readonly wakeable: boolean;
    readonly since: number;
  }[];
  readonly speech: { readonly response: number | null; readonly item: string | null };
  readonly history: number;
  readonly requests: number;
  readonly receipts: number;
  readonly events: number;
}

/** A request handed to the model: everything of the history that it sees. */
export interface ModelRequest {
  readonly number: number;
  readonly turn: string;
  readonly items: readonly string[];
  /** How many of `items` the request before already held. */
  readonly known: number;
  /** What it did not hold. */
  readonly new: readonly string[];
}

/** The answer to a submission. */
export type Receipt =
  | { readonly outcome: "Started" | "Steered"; readonly turn: string }
  | {
      readonly outcome: "NotSubmitted";
      readonly reason: {
        readonly reason: string;
        readonly details: readonly (readonly [string, string])[];
      };
    }
  | { readonly outcome: "Accepted" }
  | { readonly outcome: "Failed"; readonly error: string; readonly message: string }
  | { readonly outcome: "Report"; readonly value: string };

/** A receipt with the input it answers, and its text as a page would show it. */
export interface Answered {
  readonly input: string;
  readonly receipt: Receipt;
  readonly text: string;
}

/** Something sent on the event stream. */
export interface StreamEvent {
  readonly turn: string | null;
  readonly name: string;
  readonly about: string | null;
  readonly note: string | null;
}

/** A moment of a run: its state, and the logs as far as they had come. */
export interface State {
  /** The step that led here; `null` at the start. */
  readonly step: Step | null;
  readonly snapshot: Snapshot;
  readonly history: readonly string[];
  readonly requests: readonly ModelRequest[];
  readonly receipts: readonly Answered[];
  readonly events: readonly StreamEvent[];
}

/** Mail between agents. */
export interface Mail {
  readonly author: string;
  readonly recipient: string;
  /** Whether it asks for a turn of its own. */
  readonly trigger: boolean;
  readonly parent_turn: string | null;
  readonly root_turn: string | null;
}

/** A message: one thing, whatever place it is in. */
export interface Message {
  readonly id: string;
  readonly origin: "user" | "agent" | "host" | "model" | "tool";
  readonly content:
    | "user-text" | "host-item" | "reasoning" | "commentary" | "final-answer" | "untagged"
    | { readonly mail: Mail }
    | { readonly call: { readonly call: string; readonly tool: string; readonly millis: number | null } }
    | { readonly output: string };
  readonly text: string;
}

/** Where a message is, and what put it there. */
export interface Fate {
  readonly message: string;
  readonly place: string;
  readonly step: number;
  readonly rule: string | null;
  /** The first request that holds it. */
  readonly request: number | null;
}

/** A run as a document; see `docs/trace-format.md`. */
export interface Trace {
  readonly format: 1;
  readonly scenario: string;
  readonly system: string;
  readonly version: string;
  readonly messages: readonly Message[];
  readonly steps: readonly Step[];
  readonly history: readonly string[];
  readonly requests: readonly Omit<ModelRequest, "new">[];
  readonly receipts: readonly Omit<Answered, "text">[];
  readonly events: readonly StreamEvent[];
  readonly choices: readonly number[];
  readonly outcome:
    | { readonly how: "rest" | "too-long" }
    | { readonly how: "dead-end"; readonly waiting: readonly { readonly task: string; readonly on: string }[] }
    | { readonly how: "livelock"; readonly task: string }
    | null;
}

/** What a fork adds. It is due at once. */
export interface Input {
  /** 1 to 64 letters, digits, - _ and .; must be new: it is also the id of the submission, and of a turn that it starts. */
  id: string;
  /** `user` if absent. */
  by?: "user" | "client" | "host" | `agent:${string}`;
  /** An operation of the system, such as `steer`. */
  do: string;
  /** A message of the scenario, or a new one (at most 2,000 characters). */
  message?: string | { id: string; text: string; trigger?: boolean };
  args?: Record<string, string>;
}

/** A run that has been taken to its end, and a position in it. */
export class Player {
  private constructor();
  readonly id: string;
  /** 0 at the start. */
  readonly step: number;
  /** The number of steps. */
  readonly length: number;
  /** The run's name: the same string gives the same run of the same scenario. */
  readonly choices: string;
  /** One step forward. False at the end. */
  next(): boolean;
  /** One step back. False at the start. */
  back(): boolean;
  /** Goes to a step, 0 to `length`, and returns the state after it. */
  seek(step: number): State;
  /** The state after the player's step. */
  snapshot(): State;
  messages(): Message[];
  trace(): Trace;
  /** Where each message is after the player's step. */
  fates(): Fate[];
  /** A new player whose run is the same up to a step, where the input comes in. */
  fork(step: number, input: Input): Player;
  /** Gives its memory back at once, instead of when the engine collects it. */
  free(): void;
  [Symbol.dispose](): void;
}

/** All built-in scenarios, stories first. */
export function list(): Listed[];
/** Opens a built-in scenario. A case whose id several systems have is named with its folder: `pi/01`. */
export function openBuiltIn(id: string): Player;
/** Opens a scenario given as TOML. `name` is its file's name, by which faults are reported. */
export function open(text: string, name?: string): Player;
/** A scenario given as TOML, packed for a player on a page: the files by which it reads a story of its own. */
export function packForPage(text: string, name?: string): { readonly id: string; readonly files: Readonly<Record<string, Uint8Array>> };
/** The fingerprint of the run, as the repository's `fingerprints.txt` lists it: 16 hex digits. */
export function traceFingerprint(player: Player): string;
