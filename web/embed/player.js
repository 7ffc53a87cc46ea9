// What is behind a <midturn-player> that has come near: it mounts a player of the document's module instance into
// the element, passes commands on, and says what went wrong. The element itself is in element.js.

import { Failure, enter, file, forget, instance, script } from "./instance.js";

/** Attributes that a player takes over where it stands. Any other change opens it anew. */
const LIVE = { theme: "theme", lang: "lang", keyboard: "keyboard", step: "seek", debug: "debug" };
const COMMANDS = { toLink: "link", toText: "text", toSvg: "svg", toMermaid: "mermaid" };
const MOVES = ["next", "back", "seek", "reset"];

let sheets;

/** The sheets of all players: what the first step needs, and what follows. */
function style() {
  sheets ??= ["player.css", "player-later.css"].map((name) => {
    const sheet = new CSSStyleSheet();
    return { sheet, name, come: undefined };
  });
  return sheets;
}

async function bring({ sheet, name, come }, at) {
  style()[at].come = come ?? file(name).then((answer) => answer.text()).then((text) => sheet.replace(text));
  await style()[at].come.catch((failure) => {
    style()[at].come = undefined;
    throw failure;
  });
  return sheet;
}

// One rem of ours is the reader's own text size, whatever the document has made of its root.
try {
  CSS.registerProperty({ name: "--midturn-rem", syntax: "<length>", inherits: true, initialValue: "16px" });
} catch {
  // Another copy of this script has done so.
}

/** The sentence for a failure, in the language of the element. It is looked for only then. */
async function sentence(code, name, lang) {
  try {
    const words = await (await file(`reference/words.${language(lang)}.txt`)).text();
    const line = words.split("\n").find((line) => line.startsWith(`embed.${code}\t`));
    return line.slice(line.indexOf("\t") + 1).replaceAll("{name}", name);
  } catch {
    return `Midturn cannot be shown here: ${code} ${name}`.trim();
  }
}

function language(tag) {
  if (!/^zh\b/i.test(tag)) return "en";
  return /hant|-(tw|hk|mo)\b/i.test(tag) ? "zh-Hant" : "zh-Hans";
}

/** The element's language, or that of the document around it. */
const langOf = (element) => element.closest("[lang]")?.lang || document.documentElement.lang || navigator.language;

/** A story of the author's own, packed for the page. Its reader is a module of its own. */
async function ownFiles(element) {
  const inside = element.querySelector('script[type="application/toml"]');
  const scenario = element.getAttribute("scenario") ?? "";
  if (!inside && !/[/.]/.test(scenario)) return undefined;
  let text = inside?.textContent;
  if (!inside) {
    const answer = await fetch(new URL(scenario, document.baseURI)).catch(() => ({ ok: false }));
    if (!answer.ok) throw new Failure("not-found", scenario);
    text = await answer.text();
  }
  const component = await script("component/midturn.js");
  try {
    await component.default();
    return component.packForPage(text);
  } catch (error) {
    const { code = "other-build", line = null, column = null } = error;
    throw new Failure(code, "component", { line, column, message: error.message });
  }
}

/** Shows a player in an element. */
export function attach(element, root) {
  return new Player(element, root);
}

class Player {
  #element;
  #root;
  #slot;
  #place;
  #number;
  #glue;
  #isReady = false;
  #isClosed = false;
  #settle;

  constructor(element, root) {
    this.#element = element;
    this.#root = root;
    this.#slot = root.querySelector("slot");
    this.open();
  }

  /** Opens what the attributes ask for, or the moment of a link. */
  open(link) {
    this.whole = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.whole.catch(() => {});
    this.#open(link).catch((failure) => this.fail(failure));
  }

  async #open(link) {
    this.#leave();
    const element = this.#element;
    const attribute = (name) => element.getAttribute(name) ?? undefined;
    const place = document.createElement("div");
    place.className = "place";
    place.hidden = true;
    this.#root.append(place);
    this.#place = place;
    const sheet = bring(style()[0], 0);
    const files = ownFiles(element);
    const [glue, first, own] = await Promise.all([instance(), sheet, files]);
    // Left, or opened anew, meanwhile.
    if (this.#place !== place) return;
    this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets.slice(0, 2), first];
    this.#number = enter((error) => this.#died(error));
    this.#glue = glue;
    glue.mountPlayer(this.#number, place, {
      link,
      scenario: own ? own.id : attribute("scenario"),
      files: own?.files,
      step: attribute("step"),
      until: attribute("until"),
      system: attribute("system"),
      theme: attribute("theme"),
      controls: attribute("controls"),
      keyboard: attribute("keyboard"),
      lang: langOf(element),
    }, (name, detail) => this.#hear(place, name, detail));
  }

  #hear(place, name, detail) {
    if (this.#place !== place) return;
    if (name === "error") return this.fail(new Failure(detail.code, detail.name));
    if (name === "whole") {
      bring(style()[1], 1).then((sheet) => {
        if (this.#place === place) this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets.slice(0, 3), sheet];
      }, () => {});
      return this.#settle.resolve();
    }
    this.#root.current = Object.freeze(detail);
    this.#show(true);
    this.#tell(this.#isReady ? "step" : "ready", detail);
    this.#isReady = true;
    if (detail.ended) this.#tell("end", detail);
  }

  #show(isReady) {
    this.#slot.hidden = isReady;
    if (this.#place) this.#place.hidden = !isReady;
    this.#root.querySelector("[part=message]")?.remove();
  }

  #tell(name, detail) {
    this.#element.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Shows the element's children again, below a sentence that says why. */
  async fail(failure) {
    const { code, about, line = null, column = null } = failure;
    const { link = null } = this.#root.current ?? {};
    this.#leave();
    this.#settle.reject(failure);
    const given = failure instanceof Failure && failure.message !== `${code} ${about}`.trim() && failure.message;
    const message = given || (await sentence(code ?? "not-loaded", about ?? failure.message, langOf(this.#element)));
    if (this.#isClosed || this.#place) return;
    this.#show(false);
    const line_ = document.createElement("p");
    line_.setAttribute("part", "message");
    line_.setAttribute("role", "alert");
    line_.append(message);
    if (code === "trap" && link) {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.textContent = link;
      line_.append(" ", anchor);
    }
    this.#root.prepend(line_);
    this.#tell("error", { code: code ?? "not-loaded", message, line, column, link });
  }

  /** The instance has died: whoever was at fault says so, all others come back where they were. */
  #died(error) {
    this.#number = undefined;
    if (error) return this.fail(new Failure("trap", error.message));
    const { link } = this.#root.current ?? {};
    this.open(link?.slice(link.indexOf("#")));
  }

  #leave() {
    if (this.#number !== undefined) {
      forget(this.#number);
      this.#glue.askPlayer(this.#number, "unmount");
      this.#number = undefined;
    }
    this.#place?.remove();
    this.#place = undefined;
  }

  /** Attributes have changed. */
  change(names) {
    const live = [...names].every((name) => name === "height" || name in LIVE);
    if (!live || this.#number === undefined) {
      if ([...names].some((name) => name !== "height")) {
        this.#isReady = false;
        this.open();
      }
      return;
    }
    for (const name of names) {
      if (name === "height") continue;
      const value = this.#element.getAttribute(name) ?? "";
      const command = name === "step" && !value ? "reset" : LIVE[name];
      this.ask(command, value).catch((failure) => {
        // Of a trap everyone is told by themselves.
        if (failure instanceof Failure) this.fail(failure);
      });
    }
  }

  /** Asks something of the player. */
  async ask(name, value) {
    await this.whole;
    const answer = this.#glue.askPlayer(this.#number, COMMANDS[name] ?? name, value);
    if (answer === undefined) throw new Failure("not-ready", name);
    if (answer === false) throw new Failure("no-such-step", String(value));
    if (!MOVES.includes(name)) return name in COMMANDS ? answer : undefined;
    // The event comes when it is drawn.
    this.#root.current = Object.freeze(answer);
    return answer;
  }

  close() {
    this.#isClosed = true;
    this.#leave();
    this.#show(false);
    this.#root.current = undefined;
    this.#settle.reject(new Failure("not-ready"));
  }
}
