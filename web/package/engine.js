// The engine without a page. `await init()` before anything else.

export * from "./site/component/midturn.js";
export { default } from "./site/component/midturn.js";
