// Optional, for a document with frames of embed.html: makes each as high as its player, and passes on what it says
// as events of the frame element (`midturn-ready`, `midturn-step`, `midturn-end`, `midturn-error`).

const VERSION = 1;
/** No player is higher than this, in pixels. */
const MOST = 4000;

addEventListener("message", ({ source, data }) => {
  if (data?.midturn !== VERSION || !data.event) return;
  // Only a frame of this document may speak, and only for itself.
  const frame = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === source);
  if (!frame) return;
  const { event, detail } = data;
  if (event === "resize") frame.height = Math.min(Math.max(Number(detail?.height) || 0, 120), MOST);
  else frame.dispatchEvent(new CustomEvent(`midturn-${event}`, { detail }));
});

let last = 0;

/** Gives the player in a frame a command; resolves with its answer. */
export function ask(frame, command, value) {
  last += 1;
  const id = `${Math.random()}.${last}`;
  return new Promise((resolve, reject) => {
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow || data?.midturn !== VERSION || data.id !== id) return;
      removeEventListener("message", hear);
      if (data.error) reject(Object.assign(new Error(data.error.message), data.error));
      else resolve(data.answer);
    };
    addEventListener("message", hear);
    frame.contentWindow.postMessage({ midturn: VERSION, id, command, value }, "*");
  });
}
