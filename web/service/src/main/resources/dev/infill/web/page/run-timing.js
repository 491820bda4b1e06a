const BEGUN = "run";

/**
 * How long a run lets its user wait, as marks of the User Timing API: `run` when it was asked for,
 * `first-candidate` when the first filling was painted, `done` when the final list was. They are
 * those of the latest run.
 */
export class RunTiming {
  static FIRST_CANDIDATE = "first-candidate";
  static DONE = "done";

  #runs = 0;
  #marked = new Set();

  begin() {
    this.#runs++;
    this.#marked.clear();
    for (const name of [BEGUN, RunTiming.FIRST_CANDIDATE, RunTiming.DONE]) {
      performance.clearMarks(name);
    }
    performance.mark(BEGUN);
  }

  /** Marks what the next frame shows, once in a run. */
  reach(name) {
    if (this.#marked.has(name)) {
      return;
    }
    this.#marked.add(name);
    const run = this.#runs;
    requestAnimationFrame(() => {
      if (run === this.#runs) {
        performance.mark(name);
      }
    });
  }
}
