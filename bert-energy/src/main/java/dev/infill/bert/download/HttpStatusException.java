package dev.infill.bert.download;

import java.io.IOException;

/** A server answers that it does not give the content. */
public final class HttpStatusException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient HttpAnswer answer;

  HttpStatusException(HttpAnswer answer) {
    super("%s answers HTTP %d".formatted(answer.address().getHost(), answer.status()));
    this.answer = answer;
  }

  /** Returns the answer, whose body is discarded. */
  public HttpAnswer answer() {
    return answer;
  }
}
