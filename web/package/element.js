// Registers <midturn-player>. The document may say where the static files are:
// <meta name="midturn-files" content="/midturn/">

import { define } from "./index.js";

define().catch((error) => console.error("midturn: the files of the player are not there", error));
