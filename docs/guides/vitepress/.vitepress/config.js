import { defineConfig } from "vitepress";

export default defineConfig({
  title: "A site with players",
  head: [["link", { rel: "icon", href: "data:," }]],
  srcExclude: ["README.md"],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "midturn-player" } } },
  themeConfig: {
    search: { provider: "local" },
    sidebar: [
      { text: "Two players", link: "/" },
      { text: "One more", link: "/one" },
    ],
  },
});
