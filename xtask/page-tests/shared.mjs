// One served page and one browser for all tests of a file: importing them is enough.

import { after, before } from "node:test";
import { dist, launch, serve } from "./site.mjs";

export let site;
export let browser;

before(async () => {
  site = await serve(dist);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});
