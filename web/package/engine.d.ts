/** The engine without a page. `await init()` before anything else; in Node too, where it reads the module from disk. */
export * from "./site/component/midturn.js";
export { default } from "./site/component/midturn.js";
