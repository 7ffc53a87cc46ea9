#!/usr/bin/env node
// midturn-files FOLDER: copies the static files of the player to where a site keeps its own.

import { cpSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const SITE = fileURLToPath(new URL("./site/", import.meta.url));
const [folder, ...more] = process.argv.slice(2);
if (!folder || more.length > 0 || folder.startsWith("-")) {
  console.error("midturn-files FOLDER copies the player's files into FOLDER, such as public/midturn");
  process.exitCode = 2;
} else {
  cpSync(SITE, resolve(folder), { recursive: true });
}
