package dev.infill.web.service;

import dev.infill.core.InvalidInputException;
import dev.infill.core.infill.InfillSettings;
import dev.infill.core.text.BlankedText;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Refuses what is more than a service accepts.
 *
 * @param limits what it accepts
 * @param patience how long a body may take to arrive
 */
record Admission(ServiceLimits limits, Duration patience) {
  private static final int PART_BYTES = 8_192;

  /**
   * Reads the body of a request.
   *
   * @param context the request
   * @throws ProblemException if it is no JSON, too large, or does not arrive
   */
  byte[] body(Context context) {
    String type = context.contentType();
    if (type == null
        || !type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(ContentType.JSON)) {
      throw ProblemException.of(
          415, "the body must be JSON, with the header Content-Type: application/json");
    }
    if (context.req().getContentLengthLong() > limits.bodyBytes()) {
      throw tooLarge();
    }
    try (InputStream in = context.req().getInputStream()) {
      return read(in);
    } catch (IOException e) {
      throw tooSlow();
    }
  }

  /**
   * Reads a body to its end. A client that sends a byte now and then is never idle, and would keep
   * a thread for good.
   *
   * @param in the body
   * @throws ProblemException if it is too large, or takes too long
   */
  byte[] read(InputStream in) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] part = new byte[PART_BYTES];
    for (int read = in.read(part); read >= 0; read = in.read(part)) {
      body.write(part, 0, read);
      if (body.size() > limits.bodyBytes()) {
        throw tooLarge();
      }
      if (System.nanoTime() > end) {
        throw tooSlow();
      }
    }
    return body.toByteArray();
  }

  private ProblemException tooSlow() {
    return ProblemException.of(
        408, "the body did not arrive within %d s".formatted(Math.max(1, patience.toSeconds())));
  }

  private ProblemException tooLarge() {
    return ProblemException.of(
        413, "the body may have %d bytes, and has more".formatted(limits.bodyBytes()));
  }

  /**
   * Refuses texts that are too long, or have too many blanks.
   *
   * @param field the member that holds the text
   * @param text the text
   * @return the text and its blanks
   * @throws InvalidInputException if it is so
   */
  BlankedText text(String field, String text) {
    requireAtMost(field, "UTF-16 code units", limits.textLength(), text.length());
    BlankedText blanked = BlankedText.parse(text);
    requireAtMost(field, "blanks", limits.blanks(), blanked.blanks().size());
    return blanked;
  }

  private static void requireAtMost(String field, String what, int most, int actual) {
    if (actual > most) {
      throw new InvalidInputException(
          field, "the text may have %d %s, and has %d".formatted(most, what, actual));
    }
  }

  /**
   * Refuses jobs that are too large.
   *
   * @param settings how a text is to be filled
   * @throws InvalidInputException if it is so
   */
  void settings(InfillSettings settings) {
    require("chains", settings.chains(), limits.chains());
    require("top", settings.top(), limits.top());
    require("batch", settings.batch(), limits.batch());
    require("concurrentBatches", settings.concurrentBatches(), limits.concurrentBatches());
    require("maxBlanks", settings.maxBlanks(), limits.blanks());
    if ((long) settings.chains() * settings.steps() > limits.chainSteps()) {
      throw new InvalidInputException(
          "steps",
          "chains × steps may be %d here, not %d × %d"
              .formatted(limits.chainSteps(), settings.chains(), settings.steps()));
    }
  }

  /**
   * Refuses a number that is too large.
   *
   * @param field the member that holds it
   * @param value the number
   * @param most the largest
   * @throws InvalidInputException if it is so
   */
  static void require(String field, int value, int most) {
    if (value > most) {
      throw new InvalidInputException(
          field, "%s may be at most %d here, not %d".formatted(field, most, value));
    }
  }
}
