// <midturn-player>: a story of Midturn in any document. Everything an author needs is in docs/embedding.md.
//
// This file is all that a document loads for a player that nobody has scrolled to. When one comes near, it
// fetches player.js, which has one module instance for all players of the document. Until then, and wherever
// that fails, the element shows its children.

/** How far from the window a player begins to load. */
const NEAR = "600px";
const ATTRIBUTES = ["scenario", "step", "until", "system", "lang", "theme", "controls", "keyboard", "height", "debug"];

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host { display: block; position: relative; block-size: var(--midturn-height, 640px); overflow: auto }
:host([hidden]), [hidden] { display: none !important }
:host([height="auto"]) { block-size: auto; overflow: visible }
[part="message"] { margin: 0; padding: 0.5em 1em; border: 2px solid; font: 1rem/1.4 system-ui, sans-serif }
`);

let loading;
const load = () => {
  loading ??= import("./player.js").catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) target.load().catch(() => {});
  },
  { rootMargin: NEAR },
);

class MidturnPlayer extends HTMLElement {
  static observedAttributes = ATTRIBUTES;
  #root = this.attachShadow({ mode: "open" });
  #player;
  #changed;

  constructor() {
    super();
    this.#root.append(document.createElement("slot"));
    this.#size();
  }

  connectedCallback() {
    if (!this.#player) near.observe(this);
  }

  disconnectedCallback() {
    near.unobserve(this);
    // An element that is moved comes back at once, and keeps what it shows.
    queueMicrotask(() => {
      if (!this.isConnected) this.#close();
    });
  }

  attributeChangedCallback(name, old, value) {
    if (old === value) return;
    if (name === "height") this.#size();
    if (!this.#player) return;
    // Attributes that change together are one change.
    if (!this.#changed) queueMicrotask(() => {
      const changed = this.#changed;
      this.#changed = undefined;
      this.#player?.then((player) => player.change(changed), () => {});
    });
    (this.#changed ??= new Set()).add(name);
  }

  #size() {
    const height = Number(this.getAttribute("height"));
    const own = new CSSStyleSheet();
    if (height > 0) own.replaceSync(`:host { block-size: ${height}px }`);
    this.#root.adoptedStyleSheets = [sheet, own];
  }

  #close() {
    this.#player?.then((player) => player.close(), () => {});
    this.#player = undefined;
  }

  /** Loads what is needed, without waiting until the element comes near. */
  load() {
    near.unobserve(this);
    this.#player ??= load().then(({ attach }) => attach(this, this.#root)).catch((error) => {
      this.#player = undefined;
      const detail = { code: "not-loaded", message: `player.js: ${error.message}`, line: null, column: null };
      this.dispatchEvent(new CustomEvent("error", { detail }));
      throw error;
    });
    return this.#player.then((player) => player.whole);
  }

  /** What is shown: the detail of the last `ready` or `step`; null before that. */
  get current() {
    return this.#root.current ?? null;
  }

  static {
    for (const name of ["next", "back", "seek", "reset", "play", "pause", "toLink", "toText", "toSvg", "toMermaid"]) {
      this.prototype[name] = async function (value) {
        await this.load();
        return (await this.#player).ask(name, value);
      };
    }
    for (const name of ATTRIBUTES.filter((name) => name !== "lang")) {
      Object.defineProperty(this.prototype, name, {
        get() {
          return this.getAttribute(name) ?? "";
        },
        set(value) {
          if (value == null) this.removeAttribute(name);
          else this.setAttribute(name, value);
        },
        enumerable: true,
      });
    }
  }
}

customElements.get("midturn-player") ?? customElements.define("midturn-player", MidturnPlayer);
