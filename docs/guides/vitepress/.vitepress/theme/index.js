import { define } from "midturn";
import { withBase } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { nextTick } from "vue";

/** The site's theme is a class of the root; players are light or dark with it. */
function follow() {
  const theme = document.documentElement.classList.contains("dark") ? "dark" : "light";
  for (const player of document.querySelectorAll("midturn-player")) player.setAttribute("theme", theme);
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    // Pages are made without a browser first.
    if (import.meta.env.SSR) return;
    define({ files: withBase("/midturn/") }).catch(console.error);
    new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["class"] });
    router.onAfterRouteChange = () => nextTick(follow);
  },
};
