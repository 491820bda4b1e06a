import { copiesOnClick } from "./clipboard.js";
import { element } from "./dom.js";
import { UNKNOWN, bound, estimate } from "./figures.js";
import { FillDetails } from "./fill-details.js";
import { FillMark, fillingKey, fillMarks, withoutRepeats } from "./fill-marks.js";
import { SharePlot } from "./share-plot.js";

function buttonsOf({ node }) {
  return [...node.querySelectorAll("button")];
}

const MARKS = {
  [FillMark.NEW]: "new",
  [FillMark.REPEATED]: "repeated",
  [FillMark.PINNED]: "kept",
};

/** How probable a filling is, or at most is; nothing where neither is known, as while the chains move. */
function probabilityOf({ probability, probabilityStandardError, probabilityBound }) {
  const known = typeof probability === "number";
  const most = typeof probabilityBound === "number" ? bound(probabilityBound) : UNKNOWN;
  if (!known && most === UNKNOWN) {
    return [];
  }
  const bar = element("span", { class: known ? "bar" : "bar at-most", "aria-hidden": "true" });
  bar.style.setProperty("--part", known ? probability : probabilityBound);
  return [bar, element("span", { class: "probability" }, known ? estimate(probability, probabilityStandardError) : most)];
}

/** The fillings, best first, their fills marked. */
export class CandidateList {
  #list = element("ol", { class: "candidates" });
  #empty;
  #shares = new SharePlot();
  #details;
  #run = null;
  #drawn = "";
  #items = new Map();

  #text;

  /**
   * @param {object} text how its run is told of
   * @param {{pin(blank: number, token: string): void}} actions
   */
  constructor(service, text, actions) {
    this.#text = text;
    this.#empty = element("p", { class: "hint" }, text.EMPTY);
    this.#details = new FillDetails(service, {
      pin: actions.pin,
      // While a card is open the list holds still.
      closed: () => this.draw(this.#run),
    });
    this.node = element(
      "div",
      { class: "candidate-list" },
      this.#empty,
      this.#list,
      element(
        "p",
        { class: "legend in-details" },
        element("span", { class: "key fill new" }, "new"),
        element("span", { class: "key fill repeated" }, "repeats one above"),
        element("span", { class: "key fill pinned" }, "kept"),
      ),
    );
  }

  /** The picture of the probabilities. */
  get shares() {
    return this.#shares.node;
  }

  draw(run) {
    this.#run = run;
    if (this.#details.open) {
      return;
    }
    const candidates = withoutRepeats(run.candidates);
    this.node.hidden = candidates.length === 0 && !run.running;
    const drawn = JSON.stringify([candidates, run.certain]);
    if (drawn === this.#drawn) {
      return;
    }
    this.#drawn = drawn;
    this.#keepingFocus(() => this.#drawAll(run, candidates));
  }

  close() {
    this.#details.close();
  }

  /** What has the focus keeps it: in the same filling, or the one in its place. */
  #keepingFocus(draw) {
    const focused = document.activeElement;
    const before = [...this.#items.values()];
    const rank = before.findIndex(({ node }) => node.contains(focused));
    const place = rank < 0 ? -1 : buttonsOf(before[rank]).indexOf(focused);
    draw();
    if (place >= 0 && document.activeElement !== focused) {
      const after = [...this.#items.values()];
      const item = after.includes(before[rank]) ? before[rank] : after[Math.min(rank, after.length - 1)];
      const button = item === undefined ? undefined : buttonsOf(item)[place];
      if (button !== undefined) {
        this.#details.focus(button);
      }
    }
  }

  #drawAll(run, candidates) {
    this.#empty.hidden = candidates.length > 0;
    this.node.querySelector(".key.pinned").hidden = Object.keys(run.request.settings?.allow ?? {}).length === 0;
    const marks = fillMarks(candidates, run.request.settings?.allow);
    const items = new Map();
    candidates.forEach((candidate, rank) => {
      const key = fillingKey(candidate);
      const item = this.#items.get(key) ?? this.#makeItem();
      this.#fillItem(item, candidate, { marks: marks[rank], rank, run });
      items.set(key, item);
    });
    this.#items = items;
    this.#shares.draw(candidates, run.result?.verdict.reliability ?? null, run.result !== null && this.#text.hasLengths(run.result));
    // Items that stay where they are are not moved: moving would take the focus away.
    let at = this.#list.firstElementChild;
    for (const { node } of items.values()) {
      if (node === at) {
        at = at.nextElementSibling;
      } else {
        this.#list.insertBefore(node, at);
      }
    }
    while (at !== null) {
      const next = at.nextElementSibling;
      at.remove();
      at = next;
    }
  }

  #makeItem() {
    const text = element("div", { class: "filled", dir: "auto" });
    const figures = element("p", { class: "candidate-figures" });
    return { node: element("li", {}, text, figures), text, figures, written: null, candidate: null };
  }

  #fillItem(item, candidate, { marks, rank, run }) {
    item.candidate = candidate;
    const written = JSON.stringify([candidate.text, marks]);
    if (item.written !== written) {
      item.written = written;
      item.text.replaceChildren(...this.#pieces(item, candidate, marks, run));
    }
    const [score, place] = this.#text.figuresOf(candidate, { rank, run });
    item.figures.replaceChildren(
      ...probabilityOf(candidate),
      element("span", { class: "energy in-details" }, score),
      element("span", { class: "in-details" }, place),
      this.#copyButton(item.figures, candidate),
    );
  }

  #copyButton(figures, candidate) {
    // The one that is there stays, and with it the focus.
    const there = figures.querySelector("button");
    return (
      there ??
      copiesOnClick(
        element("button", { type: "button", class: "quiet copy", "aria-label": `Copy “${candidate.text}”` }, "Copy"),
        () => candidate.text,
      )
    );
  }

  #pieces(item, candidate, marks, run) {
    const pieces = [];
    let from = 0;
    candidate.fills.forEach(({ blank, token, start, end }, piece) => {
      pieces.push(candidate.text.slice(from, start));
      const node = element(
        "button",
        {
          type: "button",
          class: `fill ${marks[piece]}`,
          "aria-expanded": "false",
          "aria-label": `${candidate.text.slice(start, end) || token}, ${MARKS[marks[piece]]} at blank ${blank}`,
        },
        candidate.text.slice(start, end) || token,
      );
      this.#details.attach(node, () => ({
        text: run.request.text,
        settings: { vocabulary: run.settings?.vocabulary },
        candidate: item.candidate,
        piece,
      }));
      pieces.push(node);
      from = end;
    });
    pieces.push(candidate.text.slice(from));
    return pieces;
  }
}
