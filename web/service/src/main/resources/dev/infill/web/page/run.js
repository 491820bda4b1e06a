import { FILL, SAMPLE } from "./control-list.js";
import { readEvents } from "./event-stream.js";
import { Problem } from "./service.js";

/** The run is over already: what it found is on its way. */
const NOT_FOUND = 404;

/** One run of the search or of a sampler: asks for it, listens to its events, and tells what is known of it. */
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
  /** Of the most probable fillings: how many passes of the model were made, how many are certain, and the error of all probabilities. */
  passes = 0;
  certain = 0;
  relativeError = null;
  scoring = null;
  /** The JSON of the service, when done. */
  result = null;
  problem = null;

  /**
   * @param {string} mode fill or sample
   * @param {object} request as the service takes it
   * @param {(run: Run, event: string) => void} changed called after every event
   */
  constructor(service, mode, request, changed) {
    this.#service = service;
    this.mode = mode;
    this.request = request;
    /** The settings that somebody chose. */
    this.chosen = request.settings;
    this.#changed = changed;
  }

  /**
   * A run of which only the result is left.
   *
   * @param {object} chosen the settings that somebody chose
   */
  static finished(result, chosen) {
    const mode = "sampler" in result.settings ? SAMPLE : FILL;
    const run = new Run(null, mode, { text: result.text, settings: result.settings }, () => {});
    run.chosen = chosen;
    run.#take("result", result);
    return run;
  }

  get running() {
    return this.phase !== "done" && this.phase !== "failed";
  }

  /** Whether it failed before it found anything. */
  get foundNothing() {
    return this.phase === "failed" && this.candidates.length === 0;
  }

  get diagnostics() {
    return this.result?.diagnostics ?? null;
  }

  /** Whether it was stopped, so that the list is what was found so far. */
  get interrupted() {
    return this.result?.interrupted ?? this.diagnostics?.interrupted ?? false;
  }

  /** Runs to the end; never throws. */
  async start() {
    try {
      const response = await this.#service.fill(this.mode, this.request, this.#aborter.signal);
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
        this.total = data.settings.steps ?? null;
        this.burnIn = data.settings.burnIn ?? 0;
        this.#become("running");
        break;
      case "progress":
        this.passes = data.modelPasses;
        this.candidates = data.candidates;
        this.certain = data.certain;
        this.relativeError = data.relativeError;
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
        this.total = this.interrupted ? this.total : (data.diagnostics.steps ?? null);
        this.certain = data.verdict.certain ?? 0;
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
   * Stops it; what was found arrives as the result, or not if there is none. Asked for
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

  /** Closes the connection, which stops it too; what has arrived stays. */
  abandon() {
    if (this.running) {
      this.#aborter.abort();
    }
  }
}
