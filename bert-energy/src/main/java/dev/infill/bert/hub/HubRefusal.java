package dev.infill.bert.hub;

import dev.infill.bert.download.HttpAnswer;
import dev.infill.core.InvalidInputException;
import java.net.URI;
import java.util.Optional;

/**
 * Puts a refusal of the hub into words.
 *
 * @param reference the model that was asked for
 */
record HubRefusal(HubReference reference, URI hub) {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int PROXY_UNAUTHORIZED = 407;
  private static final int LONGEST_MESSAGE = 200;

  /**
   * Returns the error for an answer.
   *
   * @param answer the answer, of a status from 400
   * @param file the file that was asked for, if it was one
   */
  RuntimeException of(HttpAnswer answer, Optional<String> file) {
    String code = answer.anyHeader("X-Error-Code").orElse("");
    int status = answer.status();
    if (status == PROXY_UNAUTHORIZED) {
      return invalid(
          "the proxy wants a name and a password: give HTTPS_PROXY as"
              + " http://USER:PASSWORD@HOST:PORT");
    }
    if (code.equals("GatedRepo")) {
      return invalid(
          "%s is given to those who accepted its terms: accept them at %s/%s, and %s"
              .formatted(
                  reference,
                  hub,
                  reference.repository(),
                  answer.withToken()
                      ? "have your token (HF_TOKEN, or that of the login) allowed to read it"
                      : "set HF_TOKEN to a token of yours"));
    }
    if (code.equals("RevisionNotFound")) {
      return invalid(
          "the model %s on %s has no revision '%s'"
              .formatted(reference.repository(), hub, reference.revision()));
    }
    if (code.equals("EntryNotFound") && file.isPresent()) {
      return invalid("%s has no file %s".formatted(reference, file.get()));
    }
    if (status == UNAUTHORIZED || status == NOT_FOUND) {
      return invalid(
          "there is no model %s on %s, or %s%s"
              .formatted(
                  reference.repository(),
                  hub,
                  answer.withToken()
                      ? "your token (HF_TOKEN, or that of the login) may not read it"
                      : "it is not public: then set HF_TOKEN to a token that may read it",
                  said(answer)));
    }
    if (status == FORBIDDEN) {
      return invalid("%s may not be read from %s%s".formatted(reference, hub, said(answer)));
    }
    return new HubException(
        "%s answers HTTP %d when asked for %s%s"
            .formatted(answer.address().getHost(), status, reference, said(answer)),
        null);
  }

  /**
   * Returns the server's message, cut if it is long, and without characters that steer terminals.
   */
  private static String said(HttpAnswer answer) {
    return answer
        .anyHeader("X-Error-Message")
        .map(message -> message.replaceAll("\\p{Cntrl}", " ").strip())
        .filter(message -> !message.isEmpty())
        .map(message -> message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)))
        .map(" (the hub says: %s)"::formatted)
        .orElse("");
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException("model", message);
  }
}
