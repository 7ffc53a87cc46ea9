import { define } from "midturn";

/** The site's theme is an attribute of the root; players are light or dark with it. */
function follow() {
  const theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
  for (const player of document.querySelectorAll("midturn-player")) player.setAttribute("theme", theme);
}

if (typeof document !== "undefined") {
  define().catch(console.error);
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}

/** Docusaurus calls it after each change of page, the first included. */
export function onRouteDidUpdate() {
  follow();
}
