package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskingTasksTest {
  private static final MaskingTask CAT =
      new MaskingTask("tbc:7", "tbc", List.of("a", "cat", "sat", "."), List.of(1, 2));

  private static final String DISCS =
      """
      [{"gt_sentence": "the old dog , who barked at  cats . ",
        "sentence": "the [MASK] [MASK] , who [MASK] at  cats . ", "infill_pos": [2, 3, 7]},
       {"gt_sentence": "Caf\\u00e9s  were [UNK] then .",
        "sentence": "[MASK]  were [UNK] [MASK] .", "infill_pos": [1, 6]}]
      """;

  @TempDir private Path folder;

  @Provide
  Arbitrary<List<MaskingTask>> taskSets() {
    Arbitrary<String> word =
        Arbitraries.of("cat", "\"", "\\", "é", "😀", ",", "{", "\u0001", "n't", "[UNK]", "null");
    Arbitrary<MaskingTask> task =
        Combinators.combine(
                word.list().ofMinSize(1).ofMaxSize(30),
                Arbitraries.integers().between(0, 29).set().ofMinSize(1).ofMaxSize(30),
                Arbitraries.of("", "tbc", "wiki 103", "\n"))
            .as(
                (words, positions, corpus) -> {
                  List<Integer> blanks =
                      positions.stream().map(p -> p % words.size()).distinct().sorted().toList();
                  return new MaskingTask("?", corpus, words, blanks);
                });
    return task.list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(
            tasks ->
                IntStream.range(0, tasks.size())
                    .mapToObj(
                        i ->
                            new MaskingTask(
                                "id " + i,
                                tasks.get(i).corpus(),
                                tasks.get(i).words(),
                                tasks.get(i).positions()))
                    .toList());
  }

  @Property(tries = 200)
  void whatIsWrittenIsRead(@ForAll("taskSets") List<MaskingTask> tasks) throws IOException {
    Path file = Files.createTempFile("tasks", ".jsonl");
    try {
      MaskingTasks.write(file, tasks);

      assertThat(MaskingTasks.read(file)).isEqualTo(tasks);
      assertThat(Files.readString(file).lines()).hasSize(tasks.size());
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void aTaskIsOneLineThatExplainsItself() {
    assertThat(MaskingTasks.line(CAT))
        .isEqualTo(
            """
            {"id":"tbc:7","corpus":"tbc","words":["a","cat","sat","."],"positions":[1,2],\
            "text":"a cat sat .","masked":"a [MASK] [MASK] ."}\
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"words\":[\"a\",\"cat\",\"sat\",\".\"],\"positions\":[1,2]}",
        "{\"text\":\"a cat sat .\",\"masked\":\"a [MASK] [MASK] .\"}",
        "{\"text\":\" a  cat sat .\",\"masked\":\"a ___ [MASK]  .\",\"source\":\"mine\"}",
        "{\"words\":[\"a\",\"cat\",\"sat\",\".\"],\"masked\":\"a [MASK] ____ .\"}",
        "{\"text\":\"a cat sat .\",\"positions\":[1,2]}",
        "\uFEFF\n\n{\"text\":\"a cat sat .\",\"positions\":[1,2]}\r\n\n",
        "[{\"text\":\"a cat sat .\",\"positions\":[1,2]}]",
        "\n[\n{\"text\":\n\"a cat sat .\",\"positions\":[1,2]}\n]\n"
      })
  void halfOfTheFieldsSuffices(String content) {
    assertThat(MaskingTasks.read(file(content)))
        .containsExactly(new MaskingTask("tasks:1", "", CAT.words(), CAT.positions()));
  }

  @Test
  void theFormOfDiscsIsRead() {
    assertThat(MaskingTasks.read(file(DISCS)))
        .containsExactly(
            new MaskingTask(
                "tasks:1",
                "",
                List.of("the", "old", "dog", ",", "who", "barked", "at", "cats", "."),
                List.of(1, 2, 5)),
            new MaskingTask(
                "tasks:2", "", List.of("Cafés", "were", "[UNK]", "then", "."), List.of(0, 3)));
  }

  /** DISCS splits at single spaces and may mask what is between two of them. */
  @Test
  void aBlankOfDiscsMayStandForNoWord() {
    MaskingTask task =
        MaskingTasks.read(
                file(
                    """
                    [{"gt_sentence": "he said ,  no  more", "sentence": "he said , [MASK] no  more",
                      "infill_pos": [4]}]
                    """))
            .get(0);

    assertThat(task.words()).containsExactly("he", "said", ",", "", "no", "more");
    assertThat(task.masked()).isEqualTo("he said , [MASK] no more");
    Path written = folder.resolve("written.jsonl");
    MaskingTasks.write(written, List.of(task));
    assertThat(MaskingTasks.read(written)).containsExactly(task);
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake("", "tasks.jsonl holds no task"),
        mistake("\n \n", "tasks.jsonl holds no task"),
        mistake("[]", "tasks.jsonl holds no task"),
        mistake("{", "tasks.jsonl:1: cannot be read as JSON"),
        mistake("OK\n{\"text\" \"a\"}", "tasks.jsonl:2: cannot be read as JSON"),
        mistake("OK\n\n[1]", "tasks.jsonl:3: a task is a JSON object, not array"),
        mistake("{\"text\":\"a b\"} {}", "tasks.jsonl:1: cannot be read as JSON"),
        mistake("{\"text\":\"a b\",\"text\":\"a c\"}", "the member 'text' is there twice"),
        mistake("[OK,", "tasks.jsonl:1: cannot be read as JSON"),
        mistake("[OK,\n{]", "tasks.jsonl:2: cannot be read as JSON"),
        mistake("[OK]\n3", "tasks.jsonl:2: something follows the array"),
        mistake("[OK,\n3]", "tasks.jsonl:2: task 2: a task is a JSON object, not number"),
        mistake("OK\nOK", "tasks.jsonl:2: the id 'x' is also that of", "tasks.jsonl:1"),
        mistake("{}", "tasks.jsonl:1: a task needs words and positions, or text and masked"),
        mistake("{\"words\":[\"a\"]}", "a task needs words and positions, or text and masked"),
        mistake("{\"masked\":\"[MASK]\"}", "a task needs words and positions, or text and masked"),
        mistake(task("\"words\":\"a b\",\"positions\":[0]"), "words must be an array of strings"),
        mistake(task("\"words\":[\"a\",1],\"positions\":[0]"), "strings, but holds 1"),
        mistake(task("\"words\":[\"a b\"],\"positions\":[0]"), "word 0, 'a b', is not one word"),
        mistake(task("\"words\":[\"a\",\"\"],\"positions\":[0]"), "word 1, '', is not one word"),
        mistake(task("\"text\":null,\"positions\":[0]"), "text must be a string, not null"),
        mistake(task("\"text\":\"a b\",\"positions\":[0.5]"), "whole numbers, but holds 0.5"),
        mistake(task("\"text\":\"a b\",\"positions\":0"), "positions must be an array of whole"),
        mistake(task("\"text\":\"a b\",\"positions\":[]"), "has no blank"),
        mistake(
            task("\"text\":\"a b\",\"positions\":[2]"), "blanks at words [2] of a sentence of 2"),
        mistake(task("\"text\":\"a b\",\"positions\":[-1]"), "must ascend from 0 to 1"),
        mistake(task("\"text\":\"a b\",\"positions\":[1,0]"), "must ascend from 0 to 1"),
        mistake(task("\"text\":\"a b\",\"positions\":[1,1]"), "must ascend from 0 to 1"),
        mistake(task("\"text\":\"a ___ b\",\"positions\":[0]"), "that is not a blank reads like"),
        mistake(task("\"text\":\"\",\"masked\":\"\""), "has no blank"),
        mistake(task("\"text\":\"a b\",\"masked\":\"a b\""), "has no blank"),
        mistake(task("\"text\":\"a b\",\"masked\":\"[MASK]\""), "masked has 1 words"),
        mistake(task("\"text\":\"a b\",\"masked\":\"[MASK] c\""), "word 1 is 'c' in masked"),
        mistake(task("\"text\":\"a b\",\"masked\":\"a [MASK].\""), "word 1 is '[MASK].' in masked"),
        mistake(task("\"text\":\"a [MASK]\",\"masked\":\"a [MASK]\""), "word 1 of the original"),
        mistake(
            task("\"text\":\"a b\",\"positions\":[0],\"masked\":\"a [MASK]\""),
            "tasks.jsonl:1: masked is 'a [MASK]', but words and positions give '[MASK] b'"),
        mistake(
            task("\"words\":[\"a\",\"b\"],\"positions\":[0],\"text\":\"a c\""),
            "tasks.jsonl:1: text is 'a c', but words and positions give 'a b'"),
        mistake("{\"id\":3,\"text\":\"a\",\"positions\":[0]}", "id must be a string, not 3"),
        mistake("{\"id\":\" \",\"text\":\"a\",\"positions\":[0]}", "a task needs an id"),
        mistake("{\"corpus\":[],\"text\":\"a\",\"positions\":[0]}", "corpus must be a string"),
        mistake(discs("a b", "a [MASK]", ""), "infill_pos must be an array of whole numbers"),
        mistake(discs("a b", "a [MASK]", "[]"), "infill_pos lists 0 blanks, and sentence has 1"),
        mistake(discs("a b", "a [MASK]", "[0]"), "cannot be the pieces of blanks at words [1]"),
        mistake(discs("a b c", "[MASK] b [MASK]", "[3,2]"), "cannot be the pieces"),
        mistake(discs("a b c", "[MASK] [MASK] c", "[1,3]"), "cannot be the pieces"),
        mistake(discs("a b", "[MASK]", "[1]"), "sentence has 1 words, and the original"),
        mistake(discs("a b", "[MASK] c", "[1]"), "word 1 is 'c' in sentence"),
        mistake("{\"gt_sentence\":\"a\",\"infill_pos\":[1]}", "sentence is missing"));
  }

  private static Arguments mistake(String content, String... said) {
    String good = "{\"id\":\"x\",\"text\":\"a b\",\"positions\":[0]}";
    return Arguments.of(content.replace("OK", good), said);
  }

  private static String task(String fields) {
    return "{\"id\":\"x\"," + fields + "}";
  }

  private static String discs(String original, String masked, String positions) {
    return "[{\"gt_sentence\":\"%s\",\"sentence\":\"%s\",\"infill_pos\":%s}]"
        .formatted(original, masked, positions.isEmpty() ? "null" : positions);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void mistakesAreSaidInOneLineWithTheirPlace(String content, String[] said) {
    assertThatThrownBy(() -> MaskingTasks.read(file(content)))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.field()).isEqualTo("tasks"))
        .hasMessageContaining("tasks.jsonl")
        .hasMessageContainingAll(said)
        .message()
        .hasLineCount(1);
  }

  @Test
  void whatIsNotUtf8IsRefusedWithItsLine() throws IOException {
    Path file = folder.resolve("tasks.jsonl");
    Files.write(file, "{}\n{\"text\":\"café\"}\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> MaskingTasks.read(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(file + ":2: not UTF-8");
  }

  @Test
  void aFileThatIsNotThereIsTheUsersError() {
    assertThatThrownBy(() -> MaskingTasks.read(folder.resolve("none.jsonl")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> MaskingTasks.read(folder))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is a folder");
  }

  @Test
  void aFileAppearsWholeAndAlone() throws IOException {
    Path file = folder.resolve("tasks.jsonl");
    Files.writeString(file, "before");
    MaskingTasks.write(file, List.of(CAT));

    assertThat(Files.readString(file)).isEqualTo(MaskingTasks.line(CAT) + "\n");
    assertThat(names()).containsExactly("tasks.jsonl");
  }

  @Test
  void aFileThatCannotBeWrittenLeavesNothing() throws IOException {
    Path taken = Files.createDirectory(folder.resolve("taken"));

    assertThatThrownBy(() -> MaskingTasks.write(taken, List.of(CAT)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is not a file");
    assertThatThrownBy(() -> MaskingTasks.write(folder.resolve("no/such/file"), List.of(CAT)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no folder");
    assertThatThrownBy(() -> MaskingTasks.write(folder.resolve("x".repeat(300)), List.of(CAT)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot write");
    assertThat(names()).containsExactly("taken");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path target = Files.writeString(folder.resolve("target.jsonl"), "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), target);
    MaskingTasks.write(link, List.of(CAT));

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(MaskingTasks.read(target)).containsExactly(CAT);
  }

  @Test
  void tasksThatCouldNotBeReadAreNotWritten() {
    Path file = folder.resolve("tasks.jsonl");
    assertThatThrownBy(() -> MaskingTasks.write(file, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MaskingTasks.write(file, List.of(CAT, CAT)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(file).doesNotExist();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Path file(String content) {
    try {
      return Files.writeString(folder.resolve("tasks.jsonl"), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
