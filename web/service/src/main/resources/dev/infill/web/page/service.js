const TOKEN = "infill.token";
const UNAUTHORIZED = 401;
/** What a header can carry, and tokens are made of. */
const SENDABLE = /^[\x21-\x7e]+$/;

function sentence(reason) {
  const capital = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** What the service refused, or why it could not be asked. */
export class Problem extends Error {
  /** @param {{title?: string, detail?: string, status?: number, field?: string, retryAfter?: ?number}} problem */
  constructor({ title, detail, status = 0, field, retryAfter = null }) {
    super(sentence(detail ?? title ?? "The service gave no reason."));
    this.status = status;
    this.field = field ?? null;
    this.retryAfter = retryAfter;
  }

  static async of(response) {
    let body;
    try {
      body = await response.json();
    } catch {
      body = { detail: `The service answered ${response.status} ${response.statusText}.` };
    }
    const retryAfter = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
    return new Problem({
      ...body,
      status: response.status,
      retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
    });
  }

  static lost() {
    return new Problem({ detail: "The connection to the service was lost." });
  }
}

function kept() {
  try {
    return sessionStorage.getItem(TOKEN);
  } catch {
    return null;
  }
}

function keep(token) {
  try {
    if (token === null) {
      sessionStorage.removeItem(TOKEN);
    } else {
      sessionStorage.setItem(TOKEN, token);
    }
  } catch {
    // Without storage the token lasts as long as the page.
  }
}

/** The HTTP API of the service that this page came from. */
export class Service {
  #token = kept();
  #refused = false;

  /** Whether a token can be sent at all. */
  static isToken(token) {
    return SENDABLE.test(token);
  }

  /** Uses a bearer token from now on; once it was taken, as long as this tab is open. */
  useToken(token) {
    this.#token = token;
    this.#refused = false;
  }

  /** Whether the token that was given last was a wrong one. */
  get tokenRefused() {
    return this.#refused;
  }

  #learn(token, response) {
    if (token === null || token !== this.#token) {
      return;
    }
    if (response.status === UNAUTHORIZED) {
      this.#refused = true;
      this.#token = null;
      keep(null);
    } else if (response.ok) {
      keep(token);
    }
  }

  async #ask(path, options) {
    const headers = { ...options.headers };
    const token = this.#token;
    if (token !== null) {
      headers.Authorization = `Bearer ${token}`;
    }
    let response;
    try {
      response = await fetch(`api/v1/${path}`, { ...options, headers });
    } catch (failure) {
      throw failure.name === "AbortError" ? failure : Problem.lost();
    }
    this.#learn(token, response);
    if (!response.ok) {
      throw await Problem.of(response);
    }
    return response;
  }

  #post(path, body, { accept = "application/json", signal } = {}) {
    return this.#ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: accept },
      body: JSON.stringify(body),
      signal,
    });
  }

  async models() {
    return (await this.#ask("models", {})).json();
  }

  async tokenize(text, signal) {
    return (await this.#post("tokenize", { text }, { signal })).json();
  }

  async score(request) {
    return (await this.#post("score", request)).json();
  }

  async metrics(sentences) {
    return (await this.#post("metrics", { sentences })).json();
  }

  /**
   * Returns the response whose body is a stream of events.
   *
   * @param {string} mode fill or sample
   */
  fill(mode, request, signal) {
    return this.#post(mode, request, { accept: "text/event-stream", signal });
  }

  /** Ends a run; its stream then ends with what was found. */
  async cancel(id) {
    await this.#ask(`jobs/${encodeURIComponent(id)}`, { method: "DELETE" });
  }
}
