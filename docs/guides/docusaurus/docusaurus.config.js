// The part of a configuration that players need.

export default {
  title: "A site with players",
  url: "https://docs.example",
  baseUrl: "/",
  headTags: [{ tagName: "meta", attributes: { name: "midturn-files", content: "/midturn/" } }],
  clientModules: ["./src/midturn.js"],
};
