/** Types of `element.js` and `parent.js`. What each of it means is in docs/embedding.md. */

/** The moment that a player shows: the detail of `ready`, `step` and `end`. */
export interface Moment {
  readonly scenario: string;
  readonly system: string;
  readonly language: "en" | "zh-Hans" | "zh-Hant";
  /** The step's id in links; `null` at the start. */
  readonly step: string | null;
  /** The step's number in the trace; 0 is the start. */
  readonly seq: number;
  /** Which of the stops it is, and how many there are after the start. */
  readonly number: number;
  readonly total: number;
  /** What is said of it, in the language. */
  readonly sentence: string;
  /** The address of the same moment on Midturn's own page. */
  readonly link: string;
  /** Whether there is no step after it. */
  readonly ended: boolean;
}

/** Why a player cannot be shown: the detail of `error`. */
export interface PlayerError {
  /**
   * `not-loaded`, `not-found`, `wrong-type`, `other-build`, `no-webassembly`, `wasm-blocked`, `trap`,
   * `unknown-scenario`, `unknown-system`, `no-stories`, or the code of a fault in a scenario's text.
   */
  readonly code: string;
  /** For people, in the element's language. */
  readonly message: string;
  /** Where in the scenario's text, from 1; `null` where no text is at fault. */
  readonly line: number | null;
  readonly column: number | null;
  /** The address of the moment that was shown last; `null` where none was. */
  readonly link: string | null;
}

/** Events of a player. They do not bubble. */
export interface MidturnPlayerEvents {
  ready: CustomEvent<Moment>;
  step: CustomEvent<Moment>;
  end: CustomEvent<Moment>;
  error: CustomEvent<PlayerError>;
}

/** `<midturn-player>`. The properties are its attributes. */
export interface MidturnPlayer extends HTMLElement {
  scenario: string;
  step: string;
  until: string;
  system: string;
  theme: string;
  controls: string;
  keyboard: string;
  height: string;
  debug: string;
  /** What is shown; `null` until it is ready. */
  readonly current: Moment | null;
  /** Loads the player, wherever it stands; resolves when every command can be given. */
  load(): Promise<void>;
  next(): Promise<Moment>;
  back(): Promise<Moment>;
  /** Goes to a step by its id or its number in the trace; rejects with the code `no-such-step`. */
  seek(step: string | number): Promise<Moment>;
  reset(): Promise<Moment>;
  play(): Promise<void>;
  pause(): Promise<void>;
  toLink(): Promise<string>;
  /** What was told so far, a line a step. */
  toText(): Promise<string>;
  /** A picture of the stage, as a file of its own. */
  toSvg(): Promise<string>;
  /** A sequence diagram for documents that draw Mermaid. */
  toMermaid(): Promise<string>;
  addEventListener<K extends keyof MidturnPlayerEvents>(
    type: K,
    listener: (this: MidturnPlayer, event: MidturnPlayerEvents[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

/** A message to `embed.html` in a frame. */
export interface FrameCommand {
  readonly midturn: 1;
  /** Comes back with the answer. */
  readonly id: string | number;
  readonly command: "next" | "back" | "seek" | "reset" | "play" | "pause" | "toLink" | "toText" | "toSvg" | "toMermaid" | "set";
  readonly value?: unknown;
}

/** A message from `embed.html`. */
export type FrameMessage =
  | { readonly midturn: 1; readonly id: string | number; readonly answer: unknown }
  | { readonly midturn: 1; readonly id: string | number; readonly error: { readonly code: string; readonly message: string } }
  | { readonly midturn: 1; readonly event: "ready" | "step" | "end"; readonly detail: Moment }
  | { readonly midturn: 1; readonly event: "error"; readonly detail: PlayerError }
  | { readonly midturn: 1; readonly event: "resize"; readonly detail: { readonly height: number } };

declare global {
  interface HTMLElementTagNameMap {
    "midturn-player": MidturnPlayer;
  }
}
