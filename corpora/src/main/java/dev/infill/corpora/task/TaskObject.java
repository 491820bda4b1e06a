package dev.infill.corpora.task;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankSyntax;
import dev.infill.core.text.BlankedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A JSON value that is to be a masking task. */
record TaskObject(JsonNode json) {
  private static final String WORDS = "words";
  private static final String POSITIONS = "positions";
  private static final String TEXT = "text";
  private static final String MASKED = "masked";
  private static final String DISCS_ORIGINAL = "gt_sentence";
  private static final String DISCS_MASKED = "sentence";
  private static final String DISCS_POSITIONS = "infill_pos";

  /**
   * Returns the task.
   *
   * @param defaultId its id if it has none
   * @throws InvalidInputException if the value is no task
   */
  MaskingTask task(String defaultId) {
    if (!json.isObject()) {
      throw invalid(
          "a task is a JSON object, not " + json.getNodeType().name().toLowerCase(Locale.ROOT));
    }
    String id = json.has("id") ? string("id") : defaultId;
    String corpus = json.has("corpus") ? string("corpus") : "";
    return json.has(DISCS_ORIGINAL) ? ofDiscs(id, corpus) : ofWords(id, corpus);
  }

  private MaskingTask ofWords(String id, String corpus) {
    if (!(json.has(WORDS) || json.has(TEXT)) || !(json.has(POSITIONS) || json.has(MASKED))) {
      throw invalid(
          "a task needs words and positions, or text and masked (or gt_sentence, sentence and"
              + " infill_pos, as DISCS writes them)");
    }
    List<String> words = json.has(WORDS) ? strings(WORDS) : split(string(TEXT));
    List<Integer> positions =
        json.has(POSITIONS) ? integers(POSITIONS) : blanks(words, split(string(MASKED)), MASKED);
    MaskingTask task = new MaskingTask(id, corpus, words, positions);
    // A blank may stand for no word; then the text has one word less.
    List<String> original = words.stream().filter(word -> !word.isEmpty()).toList();
    if (json.has(TEXT) && !split(string(TEXT)).equals(original)) {
      throw contradiction(TEXT, task.text());
    }
    if (json.has(MASKED) && !withMasks(split(string(MASKED))).equals(split(task.masked()))) {
      throw contradiction(MASKED, task.masked());
    }
    return task;
  }

  private InvalidInputException contradiction(String field, String expected) {
    return invalid(
        "%s is '%s', but words and positions give '%s'".formatted(field, string(field), expected));
  }

  private static List<String> withMasks(List<String> words) {
    return words.stream()
        .map(word -> BlankSyntax.isSingle(word) ? BlankedText.MASK : word)
        .toList();
  }

  /**
   * DISCS splits at single spaces, so that there is an empty word where its preprocessing left two
   * spaces; it is dropped, unless it was masked.
   */
  private MaskingTask ofDiscs(String id, String corpus) {
    List<String> original = List.of(string(DISCS_ORIGINAL).split(" ", -1));
    List<String> masked = List.of(string(DISCS_MASKED).split(" ", -1));
    List<Integer> blanks = blanks(original, masked, DISCS_MASKED);
    List<String> words = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < original.size(); i++) {
      if (blanks.contains(i)) {
        positions.add(words.size());
      }
      if (blanks.contains(i) || !original.get(i).isEmpty()) {
        words.add(original.get(i));
      }
    }
    MaskingTask task = new MaskingTask(id, corpus, words, positions);
    requirePossible(integers(DISCS_POSITIONS), positions);
    return task;
  }

  /** Refuses places among word pieces that no tokenizer could give. */
  private static void requirePossible(List<Integer> pieces, List<Integer> positions) {
    if (pieces.size() != positions.size()) {
      throw invalid(
          "infill_pos lists %d blanks, and sentence has %d"
              .formatted(pieces.size(), positions.size()));
    }
    for (int i = 0; i < pieces.size(); i++) {
      int wordsBefore = positions.get(i) - (i == 0 ? 0 : positions.get(i - 1));
      int piecesBefore = pieces.get(i) - (i == 0 ? 0 : pieces.get(i - 1));
      // Neighbouring blanks are neighbouring pieces; the first piece is [CLS].
      boolean neighbours = i > 0 && wordsBefore == 1;
      if (piecesBefore < 1 || (neighbours && piecesBefore != 1)) {
        throw invalid(
            "infill_pos is %s, which cannot be the pieces of blanks at words %s"
                .formatted(pieces, positions));
      }
    }
  }

  /** Finds the blanks of a masked sentence, whose other words must be those of the original. */
  private static List<Integer> blanks(List<String> words, List<String> masked, String field) {
    if (words.size() != masked.size()) {
      throw invalid(
          "%s has %d words, and the original sentence %d"
              .formatted(field, masked.size(), words.size()));
    }
    for (int i = 0; i < words.size(); i++) {
      if (BlankSyntax.isSingle(words.get(i))) {
        throw invalid("word %d of the original sentence is a blank".formatted(i));
      }
      if (!BlankSyntax.isSingle(masked.get(i)) && !masked.get(i).equals(words.get(i))) {
        throw invalid(
            "word %d is '%s' in %s, and '%s' in the original sentence"
                .formatted(i, masked.get(i), field, words.get(i)));
      }
    }
    return IntStream.range(0, words.size())
        .filter(i -> BlankSyntax.isSingle(masked.get(i)))
        .boxed()
        .toList();
  }

  private static List<String> split(String text) {
    String stripped = text.strip();
    return stripped.isEmpty() ? List.of() : List.of(stripped.split("\\s+"));
  }

  private String string(String field) {
    JsonNode value = required(field);
    if (!value.isTextual()) {
      throw invalid(field + " must be a string, not " + value);
    }
    return value.textValue();
  }

  private List<String> strings(String field) {
    return values(field, "strings", JsonNode::isTextual, JsonNode::textValue);
  }

  private List<Integer> integers(String field) {
    return values(
        field,
        "whole numbers",
        value -> value.isIntegralNumber() && value.canConvertToInt(),
        JsonNode::intValue);
  }

  private <T> List<T> values(
      String field, String kind, Predicate<JsonNode> isOfKind, Function<JsonNode, T> read) {
    String wanted = field + " must be an array of " + kind;
    JsonNode array = required(field);
    if (!array.isArray()) {
      throw invalid(wanted + ", not " + array);
    }
    List<T> values = new ArrayList<>();
    for (JsonNode value : array) {
      if (!isOfKind.test(value)) {
        throw invalid(wanted + ", but holds " + value);
      }
      values.add(read.apply(value));
    }
    return values;
  }

  private JsonNode required(String field) {
    JsonNode value = json.get(field);
    if (value == null) {
      throw invalid(field + " is missing");
    }
    return value;
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException("tasks", message);
  }
}
