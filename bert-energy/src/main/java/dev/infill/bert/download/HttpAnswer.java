package dev.infill.bert.download;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The answer to a request. Its body must be received or discarded.
 *
 * @param response the last answer
 * @param redirections the headers of the redirections that led to it, in order
 * @param withToken whether the user's token went with the last request
 */
public record HttpAnswer(
    HttpResponse<InputStream> response, List<HttpHeaders> redirections, boolean withToken) {
  /** Returns the status. */
  public int status() {
    return response.statusCode();
  }

  /** Returns the address that answered. */
  public URI address() {
    return response.uri();
  }

  /** Returns a header of the last answer. */
  public Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }

  /** Returns a header of the last answer if it is a number. */
  Optional<Long> number(String name) {
    return header(name).filter(digits -> digits.matches("[0-9]{1,18}")).map(Long::valueOf);
  }

  /** Returns a header of the first answer that has it, redirections included. */
  public Optional<String> anyHeader(String name) {
    return Stream.concat(redirections.stream(), Stream.of(response.headers()))
        .flatMap(headers -> headers.firstValue(name).stream())
        .findFirst();
  }

  /** Drops the body. */
  void discard() {
    InputStream body = response.body();
    // A proxy that refuses a tunnel answers without a body.
    if (body != null) {
      try {
        body.close();
      } catch (IOException e) {
        // Nobody needs the rest.
      }
    }
  }
}
