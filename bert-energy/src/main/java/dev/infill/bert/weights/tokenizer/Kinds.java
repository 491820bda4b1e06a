package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The kinds of objects that a part of a {@code tokenizer.json} may hold. The native library ends
 * the process over some values, and runs without end over others, so every member is checked.
 *
 * @param part the part, for messages
 * @param members the members that each kind may have beside its type
 */
record Kinds(String part, Map<String, List<Member>> members) {
  private static final String SEQUENCE = "Sequence";

  /** A step of a part: its kind, and the object that it was read from. */
  record Step(String kind, JsonNode object) {
    JsonNode member(String name) {
      return object.path(name);
    }
  }

  /**
   * Checks the steps of a part, and returns them in their order; none where it is null or missing.
   *
   * @param tree the part: a step, or a sequence of steps
   * @param list the member of a sequence that holds its steps
   */
  List<Step> steps(JsonNode tree, String list) throws MalformedFileException {
    List<Step> steps = new ArrayList<>();
    if (!tree.isNull() && !tree.isMissingNode()) {
      addTo(steps, tree, list, Limits.STEP_LEVELS);
    }
    return steps;
  }

  private void addTo(List<Step> steps, JsonNode tree, String list, int depth)
      throws MalformedFileException {
    JsonNode kind = tree.path("type");
    if (!tree.isObject() || !kind.isTextual()) {
      throw new MalformedFileException("holds a " + part + " without a type");
    }
    if (kind.asText().equals(SEQUENCE)) {
      Member inner =
          new Member(
              list,
              value -> depth > 0 && value.isArray(),
              "a list of at most %d levels".formatted(Limits.STEP_LEVELS));
      check(SEQUENCE, tree, List.of(inner));
      for (JsonNode step : tree.path(list)) {
        addTo(steps, step, list, depth - 1);
      }
    } else {
      check(kind.asText(), tree);
      steps.add(new Step(kind.asText(), tree));
      if (steps.size() > Limits.STEPS) {
        throw new MalformedFileException(
            "holds a %s of more than %d steps".formatted(part, Limits.STEPS));
      }
    }
  }

  /** Checks that an object is of a kind that is known, and has the members of that kind. */
  void check(String kind, JsonNode object) throws MalformedFileException {
    List<Member> allowed = members.get(kind);
    if (allowed == null) {
      throw new MalformedFileException(
          "holds the %s '%s'; supported are %s"
              .formatted(
                  part,
                  PrintableName.of(kind),
                  String.join(", ", new TreeSet<>(members.keySet()))));
    }
    check(kind, object, allowed);
  }

  private void check(String kind, JsonNode object, List<Member> allowed)
      throws MalformedFileException {
    for (Iterator<String> given = object.fieldNames(); given.hasNext(); ) {
      String name = given.next();
      if (!name.equals("type") && allowed.stream().noneMatch(known -> known.name().equals(name))) {
        throw new MalformedFileException(
            "gives the %s %s the unknown member '%s'"
                .formatted(part, kind, PrintableName.of(name)));
      }
    }
    for (Member member : allowed) {
      member.check(part + " " + kind, object);
    }
  }
}
