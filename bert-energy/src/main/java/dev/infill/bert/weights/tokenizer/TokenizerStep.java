package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * One step of a {@code tokenizer.json}: what kind it is, and its parameters. The native library
 * ends the process over some values, and takes others for which it runs without end, so every
 * parameter is checked.
 *
 * @param part the part of the file that it stands in, for messages
 */
record TokenizerStep(String part, String type, JsonNode members) {
  /** Twice as deep as published files are. */
  private static final int DEPTH = 4;

  /** Some published normalizers have ten. */
  private static final int MOST_STEPS = 64;

  private static final String SEQUENCE = "Sequence";

  /**
   * Returns the steps of a part in their order; none where it is null.
   *
   * @param list the member of a sequence that holds its steps
   */
  static List<TokenizerStep> all(String part, JsonNode tree, String list)
      throws MalformedFileException {
    List<TokenizerStep> steps = new ArrayList<>();
    if (!tree.isNull()) {
      addTo(steps, part, tree, list, DEPTH);
    }
    return steps;
  }

  private static void addTo(
      List<TokenizerStep> steps, String part, JsonNode tree, String list, int depth)
      throws MalformedFileException {
    JsonNode type = tree.path("type");
    if (!tree.isObject() || !type.isTextual()) {
      throw new MalformedFileException("holds a " + part + " without a type");
    }
    TokenizerStep step = new TokenizerStep(part, type.asText(), tree);
    if (step.type().equals(SEQUENCE)) {
      step.allow(list);
      if (depth == 0 || !step.member(list).isArray()) {
        throw step.wrong(list, "a list of at most %d levels".formatted(DEPTH));
      }
      for (JsonNode inner : step.member(list)) {
        addTo(steps, part, inner, list, depth - 1);
      }
    } else {
      if (steps.size() == MOST_STEPS) {
        throw new MalformedFileException(
            "holds a %s of more than %d steps".formatted(part, MOST_STEPS));
      }
      steps.add(step);
    }
  }

  /** Checks that there are no members but these and the type. */
  void allow(String... names) throws MalformedFileException {
    Set<String> known = Set.of(names);
    for (Iterator<String> given = members.fieldNames(); given.hasNext(); ) {
      String name = given.next();
      if (!name.equals("type") && !known.contains(name)) {
        throw new MalformedFileException(
            "gives the %s %s the unknown member '%s'"
                .formatted(part, type, PrintableName.of(name)));
      }
    }
  }

  /** Checks that there are no members but these, which are true or false where they are given. */
  void allowFlags(String... names) throws MalformedFileException {
    allow(names);
    requireFlags(names);
  }

  void requireFlags(String... names) throws MalformedFileException {
    for (String name : names) {
      if (!member(name).isMissingNode() && !member(name).isBoolean()) {
        throw wrong(name, "true or false");
      }
    }
  }

  JsonNode member(String name) {
    return members.path(name);
  }

  /**
   * Returns a text.
   *
   * @param most the largest number of its chars
   */
  String text(String name, int most) throws MalformedFileException {
    JsonNode value = member(name);
    if (!value.isTextual() || value.asText().length() > most) {
      throw wrong(name, "a text of at most %d characters".formatted(most));
    }
    return value.asText();
  }

  /** Returns the failure of a member that has another value than it should have. */
  MalformedFileException wrong(String name, String expected) {
    return new MalformedFileException(
        "holds the %s %s with the %s %s; it should be %s"
            .formatted(part, type, name, PrintableName.of(member(name).toString()), expected));
  }

  /** Returns the failure of a kind of step that is not one of those that are supported. */
  MalformedFileException unknown(String supported) {
    return new MalformedFileException(
        "holds the %s '%s'; supported are %s".formatted(part, PrintableName.of(type), supported));
  }
}
