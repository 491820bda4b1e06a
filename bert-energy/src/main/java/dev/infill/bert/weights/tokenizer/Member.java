package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * A member that an object of a {@code tokenizer.json} may have.
 *
 * @param name its name
 * @param allowed says whether it may have a value in an object; the value is missing where the
 *     object lacks the member
 * @param expected the values that it may have, for messages
 */
record Member(String name, BiPredicate<JsonNode, JsonNode> allowed, String expected) {
  /** A member whose values do not depend on its object. */
  Member(String name, Predicate<JsonNode> allowed, String expected) {
    this(name, (value, object) -> allowed.test(value), expected);
  }

  /** A member that no one reads, or that is checked elsewhere. */
  static Member any(String name) {
    return new Member(name, value -> true, "anything");
  }

  /** True, false or missing. */
  static Member flag(String name) {
    return new Member(name, JsonNode::isBoolean, "true or false").optional();
  }

  /** A text of a number of characters. */
  static Member text(String name, int most) {
    return new Member(
        name,
        value -> value.isTextual() && value.asText().length() <= most,
        "a text of at most %d characters".formatted(most));
  }

  /** One of a few texts. */
  static Member choice(String name, String... texts) {
    return new Member(
        name,
        value -> value.isTextual() && List.of(texts).contains(value.asText()),
        "one of '%s'".formatted(String.join("', '", texts)));
  }

  /** An integer. */
  static Member integer(String name, int least, int most) {
    return new Member(
        name,
        value -> value.isInt() && value.asInt() >= least && value.asInt() <= most,
        "an integer from %d to %d".formatted(least, most));
  }

  /** Returns the same member of objects that may lack it. */
  Member optional() {
    return or(JsonNode::isMissingNode, expected);
  }

  /** Returns the same member of objects that may have null as its value, or lack it. */
  Member nullable() {
    return or(JsonNode::isNull, expected + " or null").optional();
  }

  private Member or(Predicate<JsonNode> other, String both) {
    return new Member(
        name, (value, object) -> other.test(value) || allowed.test(value, object), both);
  }

  /**
   * Checks the member of an object.
   *
   * @param owner the object, for messages
   */
  void check(String owner, JsonNode object) throws MalformedFileException {
    JsonNode value = object.path(name);
    if (!allowed.test(value, object)) {
      throw value.isMissingNode()
          ? new MalformedFileException(
              "holds the %s without %s; it should be %s".formatted(owner, name, expected))
          : wrong("%s with the %s".formatted(owner, name), value, expected);
    }
  }

  /** Returns the failure of a value that is none of those that are expected. */
  static MalformedFileException wrong(String what, JsonNode value, String expected) {
    return new MalformedFileException(
        "holds the %s %s; it should be %s"
            .formatted(what, PrintableName.of(value.toString()), expected));
  }
}
