// What runs inside the page: looking at its hooks, and travelling along a story without a round trip a
// step. Each function stands alone, since it is sent to the page as text.

/** Puts `look` and `travel` under `window.midturnTest`. */
export function install() {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const words = (element) => element?.innerText.trim().replace(/\s+/g, " ") ?? "";
  const control = (action) => document.querySelector(`[data-action="${action}"]`);
  const can = (action) => control(action).getAttribute("aria-disabled") !== "true";

  const look = () => {
    const step = document.querySelector("[data-step]");
    const request = document.querySelector("[data-request]");
    return {
      step: step ? Number(step.dataset.step) : null,
      narration: words(document.querySelector("#narration")),
      areas: Object.fromEntries(
        all("[data-area]").map((area) => [area.dataset.area, all("[data-card]", area).map((card) => card.dataset.card)]),
      ),
      phase: document.querySelector("[data-phase]")?.dataset.phase ?? null,
      turn: document.querySelector("[data-turn]")?.dataset.turn || null,
      request: request && {
        number: request.dataset.request,
        items: all("[data-item]", request).map((item) => item.dataset.item),
        text: all("[data-item]", request).map(words),
      },
      receipts: Object.fromEntries(all("[data-receipt]").map((receipt) => [receipt.dataset.receipt, words(receipt)])),
      tools: all("[data-tool]").map((tool) => [tool.dataset.tool, words(tool)]),
      fates: all("[data-fate]").map((fate) => [fate.dataset.fate, words(fate)]),
      stage: words(step),
    };
  };

  /** Resolves when `check` holds, looking after each change of the page; false when patience is out. */
  const until = (check, patience) =>
    new Promise((resolve) => {
      if (check()) return resolve(true);
      const done = (held) => {
        observer.disconnect();
        clearTimeout(timer);
        resolve(held);
      };
      const observer = new MutationObserver(() => check() && done(true));
      const timer = setTimeout(() => done(check()), patience);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });

  /** Clicks as a pointer would: in sight, and with nothing in front. Says what is wrong, or nothing. */
  const click = (action) => {
    const button = control(action);
    if (!button) return `there is no ${action}`;
    button.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = button.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!button.contains(hit)) return `${action} lies behind ${hit?.outerHTML.slice(0, 80)}`;
    button.click();
    return null;
  };

  /**
   * Clicks `action` until it leads nowhere, or as often as `expected` has stops; returns what was shown
   * at each stop and, where something was wrong, `fault`. With `expected` each stop is waited for as it
   * must be, and the last one returned is the first that was not.
   */
  const travel = async ({ action, expected, most, patience }) => {
    const stops = [];
    const end = () => (expected ? stops.length === expected.length : !can(action));
    while (!end()) {
      if (stops.length === most) return { stops, fault: `no end after ${most} clicks` };
      const before = look().step;
      const fault = click(action);
      if (fault) return { stops, fault };
      let seen;
      const wanted = expected && JSON.stringify(expected[stops.length]);
      const arrived = await until(() => {
        seen = look();
        return wanted ? JSON.stringify(seen) === wanted : seen.step !== before && seen.narration !== "";
      }, patience);
      stops.push(seen);
      if (!arrived) return { stops, fault: `${action} from step ${before}: the page is not as it must be` };
    }
    return { stops, fault: null };
  };

  window.midturnTest = { look, travel };
}
