import { copiesOnClick } from "./clipboard.js";
import { byId, element } from "./dom.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { HistoryPanel } from "./history-panel.js";
import { keepRun, keptRun } from "./last-run.js";
import { fromFragment, toFragment } from "./permalink.js";
import { Results } from "./results.js";
import { Run } from "./run.js";
import { RunHistory } from "./run-history.js";
import { Service } from "./service.js";
import { Settings } from "./settings.js";
import { TokenDialog } from "./token-dialog.js";

/** Seeds that the page draws are ones that anyone can write down. */
const SEEDS = 1_000_000;
const UNAUTHORIZED = 401;
/** Results that begin further down the window than this are scrolled to. */
const VISIBLE_PART = 0.7;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** The page: text and settings on top, runs below. */
class Application {
  #service = new Service();
  #history = new RunHistory();
  #editor = new Editor(this.#service, () => this.#compareWithShown());
  #results = new Results(this.#service, {
    pin: (blank, token) => this.#pin(blank, token),
    runLonger: (run) => {
      if (!this.#isCurrent()) {
        this.#restore(this.#shown.fragment);
      }
      this.#settings.prolong(run);
      this.#run(this.#seedShown);
    },
  });
  #token = new TokenDialog(this.#service, {
    given: () => {
      this.#hush();
      if (this.#settings === null) {
        this.#load();
      } else {
        this.#run();
      }
    },
    notGiven: () => this.#notify("This service answers only those who have its token.", "Give the token", () => this.#token.ask()),
  });
  #panel = new HistoryPanel(this.#history, (entry) => this.#reopen(entry));
  #settings = null;
  #runs = [];
  /**
   * What the results are of: the text, the fragment of text and settings as they were then, and
   * the one with the seed that was drawn.
   *
   * @type {?{text: BlankedText, fragment: string, link: string}}
   */
  #shown = null;
  /** Whether the page is on its way out, which breaks off what runs. */
  #leaving = false;

  async start() {
    this.#listen();
    this.#editor.text = fromFragment(location.hash)?.text ?? EXAMPLES[0].text;
    await this.#load();
  }

  async #load() {
    try {
      const offer = await this.#service.models();
      this.#hush();
      this.#settings = new Settings(offer, () => this.#compareWithShown());
      for (const id of ["run", "history-button", "link-button"]) {
        byId(id).disabled = false;
      }
      this.#editor.limits = offer.limits;
      this.#editor.recount();
      const linked = fromFragment(location.hash);
      if (linked !== null) {
        this.#choose(linked);
      }
      this.#findAgain();
    } catch (failure) {
      if (failure.status === UNAVAILABLE) {
        this.#notify(`${failure.message} This page continues by itself.`);
        setTimeout(() => this.#load(), 1000 * (failure.retryAfter ?? 1));
      } else {
        this.#complain(failure, () => location.reload());
      }
    }
  }

  /** After a reload: shows the run that was shown, or begins it again with its seed where it had not ended. */
  #findAgain() {
    const kept = keptRun();
    if (kept?.fragment !== this.#fragment()) {
      return;
    }
    const { fragment, link, running } = kept;
    const entry = this.#history.entries.find((one) => one.fragment === link);
    if (entry !== undefined) {
      this.#show(
        Application.#finished(entry),
        { text: this.#editor.text, fragment, link },
      );
    } else if (running) {
      this.#run(fromFragment(link).chosen.seed);
      this.#notify("You left the page before this run had ended. It has begun again with the same seed.");
    }
  }

  #listen() {
    addEventListener("beforeunload", () => {
      this.#leaving = true;
    });
    byId("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#run();
    });
    byId("cancel").addEventListener("click", () => this.#cancel());
    byId("difference").addEventListener("change", ({ target }) => {
      this.#settings.difference = target.valueAsNumber;
      this.#run(this.#seedShown);
    });
    copiesOnClick(byId("link-button"), () => {
      history.replaceState(null, "", this.#link());
      return location.href;
    });
    addEventListener("hashchange", () => this.#restore(location.hash));
    addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    const runs = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (runs || (event.key === "Enter" && event.repeat && event.target.matches("input, #run"))) {
      // Held down it would start again and again.
      event.preventDefault();
    }
    if (event.repeat || event.isComposing || document.querySelector("dialog[open]") !== null) {
      return;
    }
    if (runs) {
      this.#run();
    } else if (event.key === "Escape") {
      this.#cancel();
    }
  }

  /** The fragment of the text and the settings, with those that are named last. */
  #fragment(others = {}) {
    return toFragment({
      text: this.#editor.text,
      chosen: { ...this.#settings.chosen, ...others },
      otherSampler: this.#settings.otherSampler,
      mode: this.#settings.mode,
    });
  }

  /** The fragment that brings back what is seen: the results, if they are of this text. */
  #link() {
    return this.#isCurrent() ? this.#shown.link : this.#fragment();
  }

  /** The seed of the results, so that nothing but a setting changes. */
  get #seedShown() {
    return this.#runs[0]?.settings?.seed ?? null;
  }

  #isCurrent() {
    return this.#shown !== null && this.#shown.fragment === this.#fragment();
  }

  #compareWithShown() {
    byId("stale").hidden = this.#settings === null || this.#shown === null || this.#isCurrent();
  }

  #restore(fragment) {
    const linked = fromFragment(fragment);
    if (linked !== null) {
      this.#editor.replace(linked.text);
      this.#choose(linked);
    }
  }

  #choose({ chosen, otherSampler, mode }) {
    if (this.#settings === null) {
      return;
    }
    const unread = this.#settings.choose(chosen, otherSampler, mode);
    if (unread.length > 0) {
      this.#notify(`Settings of the link that cannot be chosen have their defaults: ${unread.join(", ")}.`);
    }
    this.#compareWithShown();
  }

  /** The runs of an entry of the history. */
  static #finished({ fragment, results }) {
    const { chosen } = fromFragment(fragment) ?? { chosen: {} };
    return results.map((result) => Run.finished(result, chosen));
  }

  #reopen(entry) {
    this.#hush();
    this.#restore(entry.fragment);
    const fragment = this.#fragment();
    this.#show(
      Application.#finished(entry),
      { text: this.#editor.text, fragment, link: fragment },
    );
    history.replaceState(null, "", fragment);
    this.#keep(false);
    byId("results").focus();
  }

  /** Shows these runs in the place of those before. */
  #show(runs, shown) {
    for (const run of this.#runs) {
      run.abandon();
    }
    const results = byId("results");
    const within = results.contains(document.activeElement);
    this.#runs = runs;
    this.#shown = shown;
    this.#results.show(runs);
    byId("nothing-yet").hidden = true;
    if (within) {
      results.focus({ preventScroll: true });
    }
    this.#compareWithShown();
    this.#showRunning();
  }

  #requests(seed) {
    const text = this.#editor.text;
    const { sampler, otherSampler } = this.#settings;
    return (otherSampler === null ? [sampler] : [sampler, otherSampler]).map((one) => {
      const chosen = this.#settings.chosenFor(one);
      return {
        text: text.text,
        settings: { ...chosen, allow: { ...chosen.allow, ...text.allow() }, seed },
      };
    });
  }

  /** Refuses what cannot be run, before anything gives way to it. */
  #mayRun() {
    if (this.#editor.excess !== null) {
      this.#editor.showProblem(this.#editor.excess);
      return false;
    }
    if (this.#editor.text.blanks.length === 0) {
      this.#editor.showProblem("There is nothing to fill: click a word to blank it, or write [MASK] for a missing one.");
      return false;
    }
    return !this.#settings.showFaults();
  }

  /** @param {?number} again the seed of a run that is made again */
  async #run(again = null) {
    if (this.#settings === null) {
      return;
    }
    this.#hush();
    if (!this.#mayRun()) {
      return;
    }
    const seed = again ?? this.#settings.value("seed") ?? Math.floor(Math.random() * SEEDS);
    const shown = { text: this.#editor.text, fragment: this.#fragment(), link: this.#fragment({ seed }) };
    const runs = this.#requests(seed).map(
      (request) => new Run(this.#service, this.#settings.mode, request, (run, event) => this.#hear(run, event)),
    );
    history.replaceState(null, "", shown.fragment);
    this.#show(runs, shown);
    this.#keep(true);
    this.#bringIntoView();
    await Promise.all(runs.map((run) => run.start()));
    const results = runs.map(({ result }) => result).filter((result) => result !== null);
    if (results.length > 0) {
      this.#history.add(shown.link, results);
      this.#panel.draw();
    }
    if (this.#shown === shown && !this.#leaving) {
      this.#keep(false);
    }
  }

  /** Keeps what is shown for a reload. */
  #keep(running) {
    const { fragment, link } = this.#shown;
    keepRun({ fragment, link, running });
  }

  #bringIntoView() {
    const results = byId("results");
    if (results.getBoundingClientRect().top > innerHeight * VISIBLE_PART) {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      results.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
    }
  }

  #cancel() {
    for (const run of this.#runs) {
      run.cancel();
    }
    this.#showRunning();
  }

  #hear(run, event) {
    if (!this.#runs.includes(run)) {
      return;
    }
    this.#results.redraw();
    this.#showRunning();
    if (event === "problem") {
      this.#complain(run.problem, () => this.#run(), this.#runs.length > 1 ? run.request.settings.sampler : null);
    }
    const announcement = Results.announcement(run, event);
    if (announcement !== null) {
      byId("live").textContent = announcement;
    }
  }

  #showRunning() {
    const running = this.#runs.filter((run) => run.running);
    const cancelling = running.length > 0 && running.every(({ phase }) => phase === "cancelling");
    const cancel = byId("cancel");
    const difference = byId("difference-bar");
    const focused = document.activeElement;
    difference.hidden = this.#runs.every((run) => run.foundNothing);
    cancel.hidden = running.length === 0;
    if ([cancel, difference].some((part) => part.hidden && part.contains(focused))) {
      byId("run").focus();
    }
    cancel.textContent = cancelling ? "Do not wait" : "Cancel";
    byId("run").textContent = running.length > 0 && !cancelling ? "Start again" : "Fill the blanks";
  }

  /** Goes on from the results, whatever the text has become since. */
  #pin(blank, token) {
    const { text } = this.#shown;
    if (this.#editor.text.equals(text)) {
      this.#editor.text = text.pin(blank, token);
    } else {
      this.#editor.replace(text.pin(blank, token));
    }
    this.#run();
  }

  #hush() {
    byId("notice").hidden = true;
    this.#editor.problem = null;
    this.#settings?.clearProblems();
  }

  /**
   * Shows a problem at its field if it has one, else above the results.
   *
   * @param {Problem} problem
   * @param {() => void} again tries again
   * @param {?string} sampler whose problem it is, where that is not clear
   */
  #complain(problem, again, sampler = null) {
    if (problem.status === UNAUTHORIZED) {
      this.#token.ask();
      return;
    }
    if (problem.field === "text") {
      this.#editor.showProblem(problem.message);
      return;
    }
    const field = problem.field?.split(".").at(-1);
    // Words that are kept are sent as the only ones that are allowed.
    const isOfPins = field === "allow" && this.#settings?.chosen.allow === undefined;
    if (field !== undefined && !isOfPins && this.#settings?.showProblem(field, problem.message)) {
      return;
    }
    const whose = sampler === null ? "" : `${sampler}: `;
    const message =
      problem.status === TOO_MANY_REQUESTS && problem.retryAfter !== null
        ? `${problem.message.replace(/; try again later\.$/, ".")} Try again in ${problem.retryAfter} s.`
        : problem.message;
    this.#notify(whose + message, "Try again", again);
  }

  /** Says something above the results, once, and offers a remedy if there is one. */
  #notify(message, remedy = null, apply = null) {
    const notice = byId("notice");
    if (!notice.hidden && notice.firstElementChild?.textContent === message) {
      return;
    }
    notice.hidden = false;
    notice.replaceChildren(
      element("p", {}, message),
      ...(remedy === null ? [] : [element("button", { type: "button", onclick: apply }, remedy)]),
    );
  }
}

new Application().start();
