// The book's theme is a class of the root; players are light or dark with it.

const LIGHT = ["light", "rust"];
const root = document.documentElement;

function follow() {
  const theme = LIGHT.some((name) => root.classList.contains(name)) ? "light" : "dark";
  for (const player of document.querySelectorAll("midturn-player")) player.setAttribute("theme", theme);
}

follow();
new MutationObserver(follow).observe(root, { attributeFilter: ["class"] });
