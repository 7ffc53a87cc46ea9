// Loads the page's module. Where that fails, the document says so in its own words; the text of the
// story stays.

const fail = (error) => {
  document.querySelector("[data-failure]").hidden = false;
  console.error(error);
};

if (typeof WebAssembly === "object") {
  import("./midturn.js").then((midturn) => midturn.default().then(midturn.openPage)).catch(fail);
} else {
  fail(new Error("this browser has no WebAssembly"));
}
