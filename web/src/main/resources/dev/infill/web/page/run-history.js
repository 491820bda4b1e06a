const KEY = "infill.history";
const MOST = 30;

function isEntry(entry) {
  return typeof entry?.fragment === "string" && typeof entry.when === "string" && Array.isArray(entry.results);
}

/** The latest runs, kept in this browser only. */
export class RunHistory {
  #entries = [];

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      this.#entries = kept.filter(isEntry);
    } catch {
      // Without storage, or with something else in it, the history begins anew.
    }
  }

  /** The latest first: when, the fragment that brings text and settings back, and the results. */
  get entries() {
    return this.#entries;
  }

  add(fragment, results) {
    this.#entries = [{ when: new Date().toISOString(), fragment, results }, ...this.#entries].slice(0, MOST);
    this.#keep();
  }

  remove(entry) {
    this.#entries = this.#entries.filter((one) => one !== entry);
    this.#keep();
  }

  clear() {
    this.#entries = [];
    this.#keep();
  }

  #keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#entries));
    } catch {
      // Full or forbidden: the entries last as long as the page.
    }
  }
}
