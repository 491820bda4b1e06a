package dev.infill.corpora.task;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.JsonReason;
import dev.infill.core.RegularFile;
import dev.infill.core.TextEncoding;
import dev.infill.corpora.file.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files of masking tasks.
 *
 * <p>They are written as JSON lines, in UTF-8:
 *
 * <pre>{@code
 * {"id":"tbc:7","corpus":"tbc","words":["a","cat","sat","."],"positions":[1],
 *  "text":"a cat sat .","masked":"a [MASK] sat ."}
 * }</pre>
 *
 * on one line each. {@code positions} are the words that are blanks, counted from 0; {@code text}
 * and {@code masked} are the words with single spaces between them.
 *
 * <p>In what is read, {@code words} and {@code positions} suffice, or {@code text} and {@code
 * masked}; whatever else is there must agree. A task without an id is named after the file and its
 * number, counted from 1. Fields of other names are passed over.
 *
 * <p>The form of the benchmark DISCS ({@code infilling_task.json}) is read too: objects with {@code
 * gt_sentence}, {@code sentence} (with {@code [MASK]}) and {@code infill_pos}, the places of the
 * blanks among the word pieces of the masked sentence, counted from 0, {@code [CLS]} the first.
 * These depend on the tokenizer: it is only checked that they can belong to the blanks.
 *
 * <p>Either form may come as one object a line or as one array of objects.
 */
public final class MaskingTasks {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Reads an element of an array, which other elements follow. */
  private static final ObjectReader ELEMENT =
      JSON.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Some millions of tasks; it is read whole. */
  private static final long MOST_BYTES = 512L << 20;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Path file;
  private final List<MaskingTask> tasks = new ArrayList<>();

  /** The places of the tasks so far, by their ids. */
  private final Map<String, String> places = new HashMap<>();

  private MaskingTasks(Path file) {
    this.file = file;
  }

  /**
   * Reads a file of tasks.
   *
   * @param file JSON lines, or a JSON array
   * @return its tasks in order, at least one
   * @throws InvalidInputException for field {@code tasks} if there is no such file, it holds no
   *     task, something in it is no task, or two tasks have one id; the message says in which line
   * @throws UncheckedIOException if it cannot be read
   */
  public static List<MaskingTask> read(Path file) {
    MaskingTasks read = new MaskingTasks(file);
    String content = content(file);
    if (content.stripLeading().startsWith("[")) {
      read.addArray(content);
    } else {
      read.addLines(content.lines().toList());
    }
    if (read.tasks.isEmpty()) {
      throw invalid(file + " holds no task; there is one JSON object a line for each");
    }
    return List.copyOf(read.tasks);
  }

  /**
   * Writes a file of tasks, as JSON lines. The file appears whole or not at all, and replaces what
   * was there.
   *
   * @param file the file
   * @param tasks the tasks in order, at least one, their ids all different
   * @throws InvalidInputException for field {@code out} if there is no such folder or the path is
   *     not that of a file
   * @throws UncheckedIOException if it cannot be written
   * @throws IllegalArgumentException if there is no task, or two have one id
   */
  public static void write(Path file, List<MaskingTask> tasks) {
    if (tasks.isEmpty()) {
      throw new IllegalArgumentException("no task to write to " + file);
    }
    if (tasks.stream().map(MaskingTask::id).distinct().count() < tasks.size()) {
      throw new IllegalArgumentException("two tasks have one id");
    }
    AtomicFile.check(file, true);
    AtomicFile.checkFolder(file);
    // Through a link, the file it points to is replaced.
    try (AtomicFile written = AtomicFile.create(Files.exists(file) ? file.toRealPath() : file)) {
      for (MaskingTask task : tasks) {
        written.stream().write((line(task) + "\n").getBytes(StandardCharsets.UTF_8));
      }
      written.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** The members of a task in a file, in their order. */
  private record Written(
      String id,
      String corpus,
      List<String> words,
      List<Integer> positions,
      String text,
      String masked) {}

  /**
   * Returns a task as a line of a file, without its end.
   *
   * @param task any task
   */
  public static String line(MaskingTask task) {
    try {
      return JSON.writeValueAsString(
          new Written(
              task.id(),
              task.corpus(),
              task.words(),
              task.positions(),
              task.text(),
              task.masked()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a task that JSON cannot hold: " + task, e);
    }
  }

  private void addLines(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        String place = file + ":" + (i + 1);
        try {
          add(place, JSON.readTree(lines.get(i)));
        } catch (JsonProcessingException e) {
          String reason =
              e instanceof JsonEOFException
                  ? JsonReason.GOES_ON
                  : JsonReason.of(e.getOriginalMessage());
          throw notJson(place, reason, e);
        }
      }
    }
  }

  private void addArray(String content) {
    int line = 1;
    try (JsonParser parser = JSON.createParser(content)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        line = parser.currentTokenLocation().getLineNr();
        JsonNode element = ELEMENT.readTree(parser);
        add("%s:%d: task %d".formatted(file, line, tasks.size() + 1), element);
      }
      if (parser.nextToken() != null) {
        line = parser.currentTokenLocation().getLineNr();
        throw invalid(file + ":" + line + ": something follows the array of tasks");
      }
    } catch (JsonProcessingException e) {
      int failed = e.getLocation() == null ? line : e.getLocation().getLineNr();
      throw notJson(file + ":" + failed, JsonReason.of(e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail to be read", e);
    }
  }

  private void add(String place, JsonNode json) {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
    MaskingTask task;
    try {
      task = new TaskObject(json).task(name + ":" + (tasks.size() + 1));
    } catch (InvalidInputException e) {
      throw new InvalidInputException("tasks", place + ": " + e.getMessage(), e);
    }
    String other = places.putIfAbsent(task.id(), place);
    if (other != null) {
      throw invalid(place + ": the id '" + task.id() + "' is also that of " + other);
    }
    tasks.add(task);
  }

  /** Reads the whole file; where it is not UTF-8, says in which line. */
  private static String content(Path file) {
    byte[] bytes;
    try {
      Optional<String> fault = RegularFile.fault(file, MOST_BYTES);
      if (fault.isPresent()) {
        throw invalid(file + " " + fault.get());
      }
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException("tasks", "there is no file " + file, e);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read: " + FailureReason.of(e), e);
    }
    TextEncoding.wide(bytes)
        .ifPresent(
            wide -> {
              throw invalid(TextEncoding.refusal(file.toString(), wide));
            });
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try {
      String content = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
      return content.startsWith(BYTE_ORDER_MARK) ? content.substring(1) : content;
    } catch (CharacterCodingException e) {
      // The buffer stands where the decoder stopped.
      long line = 1;
      for (int i = 0; i < buffer.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw new InvalidInputException("tasks", file + ":" + line + ": not UTF-8", e);
    }
  }

  private static InvalidInputException notJson(
      String place, String reason, JsonProcessingException e) {
    return new InvalidInputException(
        "tasks", "%s: cannot be read as JSON: %s".formatted(place, reason), e);
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException("tasks", message);
  }
}
