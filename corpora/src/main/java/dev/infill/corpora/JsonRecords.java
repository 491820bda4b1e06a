package dev.infill.corpora;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.core.JsonReason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** JSON objects, one a line. A field of each holds prose or the words of a sentence. */
record JsonRecords(FileErrors errors, Prose prose, String field) implements SentenceCutter {
  private static final int MOST_FIELDS_NAMED = 8;
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(JsonNode.class);

  @Override
  public void accept(LineSource.Line line, Consumer<Sentence> found) {
    if (WhiteSpace.isBlank(line.text())) {
      return;
    }
    JsonNode value = parse(line).get(field);
    if (value != null && value.isTextual()) {
      cut(value.asText(), line.number(), found);
    } else if (value != null && value.isArray()) {
      words(value, line.number(), found);
    } else {
      throw errors.at(
          line.number(), "the field '%s' is neither a text nor a list of words".formatted(field));
    }
  }

  private JsonNode parse(LineSource.Line line) {
    JsonNode record;
    try {
      record = READER.readTree(line.text());
    } catch (JsonProcessingException e) {
      String reason =
          e instanceof JsonEOFException
              ? JsonReason.GOES_ON
              : JsonReason.of(e.getOriginalMessage());
      throw errors.at(line.number(), "is not JSON: " + reason, e);
    }
    if (!record.isObject()) {
      throw errors.at(
          line.number(),
          "is no JSON object; JSON lines have one a line, such as {\"text\": \"…\"}");
    }
    if (!record.has(field)) {
      String names =
          record.properties().stream()
              .map(Map.Entry::getKey)
              .limit(MOST_FIELDS_NAMED)
              .collect(Collectors.joining(", "));
      throw errors.at(
          line.number(), "has no field '%s'; its fields are: %s".formatted(field, names));
    }
    return record;
  }

  private void cut(String text, long line, Consumer<Sentence> found) {
    checkText(text, line);
    Paragraphs paragraphs = new Paragraphs(prose);
    // A line break within the text is none of the file.
    text.lines().forEach(part -> paragraphs.accept(new LineSource.Line(line, part), found));
    paragraphs.end(found);
  }

  private void words(JsonNode array, long line, Consumer<Sentence> found) {
    List<String> words = new ArrayList<>();
    for (JsonNode word : array) {
      checkText(word.asText(), line);
      if (!word.isTextual() || !WhiteSpace.split(word.asText()).equals(List.of(word.asText()))) {
        throw errors.at(
            line,
            "the field '%s' holds %s, which is no word: a word is a text without white space"
                .formatted(field, word));
      }
      words.add(word.asText());
    }
    if (!words.isEmpty()) {
      found.accept(new Sentence(words, line));
    }
  }

  /** JSON can write what no text has, such as NUL and halves of characters. */
  private void checkText(String text, long line) {
    text.chars()
        .filter(LineSource::isControl)
        .findFirst()
        .ifPresent(
            c -> {
              throw errors.at(
                  line,
                  "is not text: the field '%s' holds the control character U+%04X"
                      .formatted(field, c));
            });
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw errors.at(line, "the field '%s' holds half a character".formatted(field));
    }
  }
}
