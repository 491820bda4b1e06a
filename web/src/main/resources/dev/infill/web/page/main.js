import { copyText } from "./clipboard.js";
import { byId, element } from "./dom.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { HistoryPanel } from "./history-panel.js";
import { fromFragment, toFragment } from "./permalink.js";
import { Results } from "./results.js";
import { Run } from "./run.js";
import { RunHistory } from "./run-history.js";
import { Service } from "./service.js";
import { Settings } from "./settings.js";

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
  #editor = new Editor(this.#service, () => {});
  #results = new Results(this.#service, { pin: (blank, token) => this.#pin(blank, token) });
  #panel = new HistoryPanel(this.#history, (entry) => this.#reopen(entry));
  #settings = null;
  #runs = [];

  async start() {
    this.#listen();
    this.#editor.text = fromFragment(location.hash)?.text ?? EXAMPLES[0].text;
    await this.#load();
  }

  async #load() {
    try {
      const offer = await this.#service.models();
      this.#hush();
      this.#settings = new Settings(offer, () => {});
      byId("run").disabled = false;
      this.#restore(location.hash);
    } catch (failure) {
      this.#complain(failure, () => location.reload());
      if (failure.status === UNAVAILABLE) {
        // The model is still being opened.
        setTimeout(() => this.#load(), 1000 * (failure.retryAfter ?? 1));
      }
    }
  }

  #listen() {
    byId("run").disabled = true;
    byId("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#run();
    });
    byId("cancel").addEventListener("click", () => this.#cancel());
    byId("link-button").addEventListener("click", (event) => {
      this.#keepFragment();
      copyText(location.href, event.currentTarget);
    });
    addEventListener("hashchange", () => this.#restore(location.hash));
    addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.#run();
      } else if (event.key === "Escape") {
        this.#cancel();
      }
    });
    byId("token-dialog").addEventListener("close", () => this.#takeToken());
  }

  #fragment() {
    return toFragment({
      text: this.#editor.text,
      chosen: this.#settings.chosen,
      otherSampler: this.#settings.otherSampler,
    });
  }

  #keepFragment() {
    history.replaceState(null, "", this.#fragment());
  }

  #restore(fragment) {
    const linked = fromFragment(fragment);
    if (linked !== null) {
      this.#editor.text = linked.text;
      this.#settings.choose(linked.chosen, linked.otherSampler);
    }
  }

  #reopen(entry) {
    this.#abandon();
    this.#restore(entry.fragment);
    this.#runs = entry.results.map((result) => Run.finished(result));
    this.#results.show(this.#runs);
    history.replaceState(null, "", entry.fragment);
    byId("results").focus();
  }

  #abandon() {
    for (const run of this.#runs) {
      run.abandon();
    }
  }

  #requests() {
    const text = this.#editor.text;
    const samplers = [this.#settings.value("sampler"), this.#settings.otherSampler];
    const shared = { allow: text.allow() };
    if (samplers[1] !== null && this.#settings.value("seed") === null) {
      shared.seed = Math.floor(Math.random() * SEEDS);
    }
    return samplers
      .filter((sampler) => sampler !== null)
      .map((sampler) => ({
        text: text.text,
        settings: { ...this.#settings.chosenFor(sampler), ...shared },
      }));
  }

  async #run() {
    if (this.#settings === null) {
      return;
    }
    this.#abandon();
    this.#hush();
    this.#keepFragment();
    const fragment = this.#fragment();
    const runs = this.#requests().map(
      (request) => new Run(this.#service, request, (run, event) => this.#hear(run, event)),
    );
    this.#runs = runs;
    this.#results.show(runs);
    this.#showRunning();
    this.#bringIntoView();
    await Promise.all(runs.map((run) => run.start()));
    const results = runs.map(({ result }) => result).filter((result) => result !== null);
    if (results.length > 0) {
      this.#history.add(fragment, results);
      this.#panel.draw();
    }
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
      this.#complain(run.problem, () => this.#run());
    }
    const announcement = Results.announcement(run, event);
    if (announcement !== null) {
      byId("live").textContent = announcement;
    }
  }

  #showRunning() {
    const running = this.#runs.some((run) => run.running && run.phase !== "cancelling");
    byId("cancel").disabled = !running;
    byId("run").textContent = running ? "Start again" : "Fill the blanks";
  }

  #pin(blank, token) {
    this.#editor.text = this.#editor.text.pin(blank, token);
    this.#run();
  }

  #askForToken() {
    byId("token-dialog").returnValue = "";
    byId("token-dialog").showModal();
  }

  #takeToken() {
    const token = byId("token").value;
    byId("token").value = "";
    if (byId("token-dialog").returnValue !== "use") {
      this.#notify("This service answers only who has its token.", "Give the token", () =>
        this.#askForToken(),
      );
      return;
    }
    this.#service.useToken(token);
    this.#hush();
    if (this.#settings === null) {
      this.#load();
    } else {
      this.#run();
    }
  }

  #hush() {
    byId("notice").hidden = true;
    this.#editor.problem = null;
    this.#settings?.clearProblems();
  }

  /** Shows a problem at its field if it has one, else above the results. */
  #complain(problem, again) {
    if (problem.status === UNAUTHORIZED) {
      this.#askForToken();
      return;
    }
    if (problem.field === "text") {
      this.#editor.problem = problem.message;
      return;
    }
    const field = problem.field?.split(".").at(-1);
    if (field !== undefined && this.#settings?.showProblem(field, problem.message)) {
      return;
    }
    const advice =
      problem.status === TOO_MANY_REQUESTS && problem.retryAfter !== null
        ? ` Try again in ${problem.retryAfter} s.`
        : "";
    this.#notify(problem.message + advice, "Try again", again);
  }

  #notify(message, remedy, apply) {
    const notice = byId("notice");
    notice.hidden = false;
    notice.replaceChildren(
      element("p", {}, message),
      element("button", { type: "button", onclick: apply }, remedy),
    );
  }
}

new Application().start();
