const TOKEN = "infill.token";

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

/** The HTTP API of the service that this page came from. */
export class Service {
  #token = kept();

  /** Uses a bearer token from now on, as long as this tab is open. */
  useToken(token) {
    this.#token = token;
    try {
      sessionStorage.setItem(TOKEN, token);
    } catch {
      // Without storage the token lasts as long as the page.
    }
  }

  async #ask(path, options) {
    const headers = { ...options.headers };
    if (this.#token !== null) {
      headers.Authorization = `Bearer ${this.#token}`;
    }
    let response;
    try {
      response = await fetch(`api/v1/${path}`, { ...options, headers });
    } catch (failure) {
      throw failure.name === "AbortError" ? failure : Problem.lost();
    }
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

  async score(request, signal) {
    return (await this.#post("score", request, { signal })).json();
  }

  async metrics(sentences, signal) {
    return (await this.#post("metrics", { sentences }, { signal })).json();
  }

  /** Returns the response whose body is a stream of events. */
  infill(request, signal) {
    return this.#post("infill", request, { accept: "text/event-stream", signal });
  }

  /** Ends a run; its stream then ends with what was found. */
  async cancel(id) {
    await this.#ask(`infill/${encodeURIComponent(id)}`, { method: "DELETE" });
  }
}
