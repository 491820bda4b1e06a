import { copiesOnClick } from "./clipboard.js";
import { element } from "./dom.js";
import { bound, decimal, estimate, integer } from "./figures.js";
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

/** What a filling is compared by: U, the total beside it where keywords count. */
function energyOf({ energy, total }) {
  return [["U", energy], ["with keywords", total]]
    .filter(([, figure]) => figure !== undefined)
    .map(([name, figure]) => `${name} ${decimal(figure)}`)
    .join(", ");
}

/** How probable a filling is, or at most is; nothing where neither is known, as while the chains move. */
function probabilityOf({ probability, probabilityStandardError, probabilityBound }) {
  if (typeof probability === "number") {
    return [element("span", { class: "probability" }, `p ${estimate(probability, probabilityStandardError)}`)];
  }
  return typeof probabilityBound === "number"
    ? [element("span", { class: "probability" }, `p ${bound(probabilityBound)}`)]
    : [];
}

/** How many of the chains are at a filling: while they move, and where they ended. */
function chainsHere(chains, of) {
  return `${of === undefined ? integer(chains) : `${integer(chains)} of ${integer(of)}`} chains here`;
}

/** The fillings, best first, their fills marked. */
export class CandidateList {
  #list = element("ol", { class: "candidates" });
  #empty = element("p", { class: "hint" }, "The first fillings appear as soon as every chain has moved.");
  #shares = new SharePlot();
  #details;
  #run = null;
  #drawn = "";
  #items = new Map();

  /** @param {{pin(blank: number, token: string): void}} actions */
  constructor(service, actions) {
    this.#details = new FillDetails(service, {
      pin: actions.pin,
      // While a card is open the list holds still.
      closed: () => this.draw(this.#run),
    });
    this.node = element(
      "div",
      { class: "candidate-list" },
      element(
        "p",
        { class: "legend" },
        element("span", { class: "key fill new" }, "new"),
        element("span", { class: "key fill repeated" }, "repeats one above"),
        element("span", { class: "key fill pinned" }, "kept"),
      ),
      element(
        "p",
        { class: "hint" },
        "U: the higher, the likelier are all fills together. p: how probable this filling is, estimated from the chains, ± its standard error; p ≤: what it is at most.",
      ),
      this.#empty,
      this.#list,
      this.#shares.node,
    );
  }

  draw(run) {
    this.#run = run;
    if (this.#details.open) {
      return;
    }
    const candidates = withoutRepeats(run.candidates);
    this.node.hidden = candidates.length === 0 && !run.running;
    const drawn = JSON.stringify(candidates);
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
      this.#fillItem(item, candidate, { marks: marks[rank], run });
      items.set(key, item);
    });
    this.#items = items;
    this.#shares.draw(candidates, run.result?.verdict?.reliability ?? null);
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

  #fillItem(item, candidate, { marks, run }) {
    item.candidate = candidate;
    const written = JSON.stringify([candidate.text, marks]);
    if (item.written !== written) {
      item.written = written;
      item.text.replaceChildren(...this.#pieces(item, candidate, marks, run));
    }
    item.figures.replaceChildren(
      element("span", { class: "energy" }, energyOf(candidate)),
      ...probabilityOf(candidate),
      element("span", {}, chainsHere(candidate.chains, run.settings?.chains)),
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
