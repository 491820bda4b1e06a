package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was not answered (RFC 9457).
 *
 * @param type names the kind of problem; {@code about:blank} where the status says all
 * @param title what the status is called
 * @param status the HTTP status
 * @param detail what is wrong, and what would be right, in one line
 * @param field the member of the request that is at fault; absent where there is none
 */
public record ProblemJson(
    String type,
    String title,
    int status,
    String detail,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String field) {
  /** No message of ours is as long; one of a library may quote all that it was given. */
  private static final int LONGEST_DETAIL = 500;

  private static final Pattern LINE_BREAK = Pattern.compile("\\R");

  /**
   * Returns a problem that its status names.
   *
   * @param status the HTTP status
   * @param title what the status is called
   * @param message what is wrong; made one line, and cut if it is too long
   * @param field the member that is at fault
   */
  public static ProblemJson of(
      int status, @Nullable String title, @Nullable String message, Optional<String> field) {
    return new ProblemJson(
        "about:blank",
        title == null ? "" : title,
        status,
        message == null ? "" : oneLine(Excerpt.of(message, LONGEST_DETAIL)),
        field.orElse(null));
  }

  /**
   * Returns the problem of a request that cannot be answered as it is; empty for a failure that is
   * not the request's.
   *
   * @param failure what was thrown
   */
  public static Optional<ProblemJson> ofRequest(Throwable failure) {
    if (failure instanceof InvalidInputException invalid) {
      return Optional.of(
          of(
              422,
              "Unprocessable Entity",
              invalid.getMessage(),
              Optional.of(camelCase(invalid.field()))));
    }
    return failure instanceof MalformedJsonException
        ? Optional.of(of(400, "Bad Request", failure.getMessage(), Optional.empty()))
        : Optional.empty();
  }

  private static String oneLine(String message) {
    return LINE_BREAK
        .splitAsStream(message)
        .map(String::strip)
        .filter(Predicate.not(String::isEmpty))
        .collect(Collectors.joining(" "));
  }

  /** Returns the name of a member: the command line's {@code burn-in} is {@code burnIn} here. */
  private static String camelCase(String field) {
    StringBuilder name = new StringBuilder();
    boolean upper = false;
    for (int k = 0; k < field.length(); k++) {
      char letter = field.charAt(k);
      if (letter == '-') {
        upper = true;
      } else {
        name.append(upper ? Character.toUpperCase(letter) : letter);
        upper = false;
      }
    }
    return name.toString();
  }
}
