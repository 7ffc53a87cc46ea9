// Registers <midturn-player>. Importing this file does nothing, so that it can be imported anywhere, also where a
// page is made without a browser. All that a player needs lies in `site/`, a folder of static files: a bundler leaves
// it alone, as its files find each other beside themselves.

const NAME = "midturn-player";
/** How a document says where the files are. */
const SAID = 'meta[name="midturn-files"]';

/** Beside this file, where no bundler has moved it. A name of its own, so that none takes it for a file. */
const SITE = "site/";

/** Where the static files are: as told, as the document says, or beside this file. */
function folder(told) {
  const said = told ?? document.querySelector(SAID)?.content;
  const place = said ? new URL(said, document.baseURI) : new URL(SITE, import.meta.url);
  if (!place.pathname.endsWith("/")) place.pathname += "/";
  return place;
}

/** Registers the element, once; resolves with its class, or with undefined where there is no browser. */
export async function define({ files } = {}) {
  if (typeof customElements === "undefined") return undefined;
  if (!customElements.get(NAME)) {
    const script = new URL("element.js", folder(files)).href;
    await import(/* @vite-ignore */ /* webpackIgnore: true */ script);
  }
  return customElements.get(NAME);
}
