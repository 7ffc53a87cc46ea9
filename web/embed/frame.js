// The player in a frame: for wikis and courses that allow no script of ours. What the element says by attributes,
// methods and events is said here in the fragment and in messages:
//
//   to the frame:    { midturn: 1, id, command, value }       a method of the element; or "set" with attributes
//   to the parent:   { midturn: 1, id, answer } or { midturn: 1, id, error }
//                    { midturn: 1, event, detail }            ready, step, end, error, resize

import "./element.js";

const VERSION = 1;
const COMMANDS = ["next", "back", "seek", "reset", "play", "pause", "toLink", "toText", "toSvg", "toMermaid"];
/** What the fragment and "set" may say beside the moment. */
const ATTRIBUTES = ["scenario", "step", "until", "system", "lang", "theme", "controls", "keyboard"];
const EVENTS = ["ready", "step", "end", "error"];

const player = document.querySelector("midturn-player");
// The parent may be of any origin, and nothing that is told to it is secret.
const tell = (message) => parent.postMessage({ midturn: VERSION, ...message }, "*");

/** `#/SYSTEM/SCENARIO/STEP?lang=...&theme=...`: the link of the page, and the attributes as options. */
function read(fragment) {
  const [path, query = ""] = fragment.replace(/^#\/?/, "").split("?");
  const [system, scenario, step] = path.split("/").map(decodeURIComponent);
  const options = Object.fromEntries(new URLSearchParams(query));
  set({ system, scenario, step, ...options });
}

function set(values) {
  for (const name of ATTRIBUTES) if (values[name]) player.setAttribute(name, values[name]);
  if (values.lang) document.documentElement.lang = values.lang;
}

const failure = ({ code = "bad-command", message }) => ({ code, message });

async function obey({ id, command, value }) {
  try {
    if (command === "set") set(Object(value));
    else if (!COMMANDS.includes(command)) throw new Error(`there is no command ${command}`);
    const answer = command === "set" ? null : await player[command](value);
    tell({ id, answer });
  } catch (error) {
    tell({ id, error: failure(error) });
  }
}

addEventListener("message", ({ source, data }) => {
  if (source === parent && parent !== window && data?.midturn === VERSION && data.command) obey(data);
});
for (const name of EVENTS) {
  player.addEventListener(name, ({ detail }) => {
    if (name === "ready") document.title = `${detail.sentence} · Midturn`;
    tell({ event: name, detail });
  });
}
// The frame is as high as the player, if the parent wants to know.
player.height = "auto";
new ResizeObserver(() => tell({ event: "resize", detail: { height: Math.ceil(player.getBoundingClientRect().height) } })).observe(player);
read(location.hash);
addEventListener("hashchange", () => read(location.hash));
