import { readEvents } from "./event-stream.js";
import { Problem } from "./service.js";

/** The run is over already: what it found is on its way. */
const NOT_FOUND = 404;

/** One run of the sampler: asks for it, listens to its events, and tells what is known of it. */
export class Run {
  #service;
  #changed;
  #aborter = new AbortController();
  #id = null;

  /** queued, running, scoring, cancelling, done or failed. */
  phase = "queued";
  position = null;
  blanks = null;
  /** The settings of the service, once it has started. */
  settings = null;
  step = 0;
  total = null;
  burnIn = 0;
  secondsLeft = null;
  /** U of every chain, by step. */
  energies = [];
  /** Share of the chains that moved, by step. */
  changed = [];
  /** Share of the chains that accepted, by step. */
  accepted = [];
  candidates = [];
  scoring = null;
  /** The JSON of the service, when done. */
  result = null;
  problem = null;

  /**
   * @param {object} request as the service takes it
   * @param {(run: Run, event: string) => void} changed called after every event
   */
  constructor(service, request, changed) {
    this.#service = service;
    this.request = request;
    this.#changed = changed;
  }

  /** A run of which only the result is left. */
  static finished(result) {
    const run = new Run(null, { text: result.text, settings: result.settings }, () => {});
    // Results that an older page kept do not say which blank a fill is of: each had one.
    const candidates = result.candidates.map((one) => ({
      ...one,
      fills: one.fills.map((fill, index) => ({ blank: index + 1, ...fill })),
    }));
    run.#take("result", { ...result, candidates });
    return run;
  }

  get running() {
    return this.phase !== "done" && this.phase !== "failed";
  }

  get diagnostics() {
    return this.result?.diagnostics ?? null;
  }

  /** Runs to the end; never throws. */
  async start() {
    try {
      const response = await this.#service.infill(this.request, this.#aborter.signal);
      for await (const { name, data } of readEvents(response.body)) {
        this.#take(name, data);
        this.#changed(this, name);
      }
      if (this.running) {
        throw Problem.lost();
      }
    } catch (failure) {
      if (this.running) {
        this.#fail(failure);
      }
    }
  }

  #fail(failure) {
    if (this.#aborter.signal.aborted) {
      this.phase = "done";
      this.#changed(this, "cancelled");
      return;
    }
    // A stream that breaks off is a TypeError of the browser's.
    this.problem = failure instanceof Problem ? failure : Problem.lost();
    this.phase = "failed";
    this.#changed(this, "problem");
  }

  #take(name, data) {
    switch (name) {
      case "queued":
        this.position = data.position;
        break;
      case "started":
        this.#id = data.id;
        this.settings = data.settings;
        this.blanks = data.blanks;
        this.total = data.settings.steps;
        this.burnIn = data.settings.burnIn;
        this.#become("running");
        break;
      case "steps":
        this.energies.push(...data.energies);
        this.changed.push(...data.changed);
        this.accepted.push(...data.accepted);
        this.step = data.first + data.changed.length - 1;
        this.total = data.total;
        this.burnIn = data.burnIn;
        this.secondsLeft = data.secondsLeft;
        break;
      case "candidates":
        this.candidates = data.candidates;
        break;
      case "scoring":
        this.scoring = data;
        this.#become("scoring");
        break;
      case "result":
        this.result = data;
        this.settings = data.settings;
        this.candidates = data.candidates;
        // Not known before where passes or seconds ended the run.
        this.total = data.diagnostics.interrupted ? this.total : data.diagnostics.steps;
        this.phase = "done";
        break;
      case "problem":
        this.problem = new Problem(data);
        this.phase = "failed";
        break;
    }
  }

  #become(phase) {
    if (this.phase !== "cancelling") {
      this.phase = phase;
    }
  }

  /**
   * Stops the chains; what they found arrives as the result, or not if there is none. Asked for
   * again, it is not waited for.
   */
  cancel() {
    if (!this.running) {
      return;
    }
    if (this.#id === null || this.phase === "cancelling") {
      this.abandon();
      return;
    }
    this.phase = "cancelling";
    this.#changed(this, "cancelling");
    this.#service.cancel(this.#id).catch(({ status }) => {
      if (status !== NOT_FOUND) {
        this.abandon();
      }
    });
  }

  /** Closes the connection, which stops the chains too; what has arrived stays. */
  abandon() {
    if (this.running) {
      this.#aborter.abort();
    }
  }
}
