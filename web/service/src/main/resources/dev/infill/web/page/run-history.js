const MOST = 30;

function isObject(value) {
  return typeof value === "object" && value !== null;
}

function isCandidate(candidate) {
  return typeof candidate?.text === "string" && Array.isArray(candidate.fills) && candidate.fills.every(isObject);
}

/** What the service answered once: the page draws no other. */
function isResult(result) {
  return (
    typeof result?.text === "string" &&
    [result.settings, result.verdict, result.diagnostics].every(isObject) &&
    Array.isArray(result.marginals) &&
    Array.isArray(result.candidates) &&
    result.candidates.every(isCandidate)
  );
}

function isEntry(entry) {
  return typeof entry?.fragment === "string" && typeof entry.when === "string" && Array.isArray(entry.results) && entry.results.every(isResult);
}

function entriesOf(written) {
  try {
    return JSON.parse(written ?? "[]").filter(isEntry);
  } catch {
    // With something else in its place the history begins again.
    return [];
  }
}

function isSame(one, other) {
  return one.when === other.when && one.fragment === other.fragment;
}

/** The latest runs, kept in this browser only. */
export class RunHistory {
  /** Where it is kept; all pages of the service in this browser share it. */
  static KEY = "infill.history";

  #entries = [];
  #lasting = true;
  #dropped = false;

  constructor() {
    this.#read();
  }

  /** The latest first: when, the fragment that brings text and settings back, and the results. */
  get entries() {
    this.#read();
    return this.#entries;
  }

  /** Whether the entries outlast the page. */
  get lasting() {
    return this.#lasting;
  }

  /** Whether older entries had to go because there was no room for them. */
  get dropped() {
    return this.#dropped;
  }

  add(fragment, results) {
    const entry = { when: new Date().toISOString(), fragment, results };
    this.#keep([entry, ...this.entries].slice(0, MOST));
  }

  remove(entry) {
    this.#keep(this.entries.filter((one) => !isSame(one, entry)));
  }

  clear() {
    this.#dropped = false;
    this.#keep([]);
  }

  /** Another tab may have changed it since. */
  #read() {
    if (this.#lasting) {
      try {
        this.#entries = entriesOf(localStorage.getItem(RunHistory.KEY));
      } catch {
        this.#lasting = false;
      }
    }
  }

  /** Keeps the latest of some entries, as many as there is room for; else all, as long as the page. */
  #keep(entries) {
    this.#entries = entries;
    const fewest = Math.min(1, entries.length);
    for (let most = entries.length; this.#lasting && most >= fewest; most--) {
      try {
        localStorage.setItem(RunHistory.KEY, JSON.stringify(entries.slice(0, most)));
        this.#dropped ||= most < entries.length;
        this.#entries = entries.slice(0, most);
        return;
      } catch {
        // Full, or forbidden: with fewer it may do.
      }
    }
    this.#lasting = false;
  }
}
