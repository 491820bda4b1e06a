package dev.infill.web.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.lab.FakeModel;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.corpora.task.MaskingTasks;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CorpusMaskCommandTest {
  @TempDir private Path folder;

  private final CommandHarness harness = new CommandHarness();
  private String books = "";
  private String news = "";

  /** Sentences of 15 to 27 words, all different, with a comma after the sixth. */
  @BeforeEach
  void writeCorpora() {
    books = write("books.5k.txt", corpus("old"));
    news = write("news.txt", corpus("new"));
  }

  private static String corpus(String word) {
    return IntStream.range(0, 60)
        .mapToObj(
            i ->
                Collections.nCopies(6, word).stream().collect(Collectors.joining(" "))
                    + " , n"
                    + i
                    + " ran".repeat(6 + i % 13)
                    + " .\n")
        .collect(Collectors.joining());
  }

  @Test
  void drawsThePaperTasksOfEachCorpus() {
    Outcome outcome = mask("--seed", "1", books, news);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    List<MaskingTask> tasks = tasks(outcome);
    assertThat(tasks).hasSize(20);
    assertThat(tasks.subList(0, 10)).allMatch(task -> task.id().startsWith("books:"));
    assertThat(tasks.subList(10, 20)).allMatch(task -> task.id().startsWith("news:"));
    assertThat(tasks)
        .allSatisfy(
            task -> {
              int words = task.words().size();
              assertThat(words).isBetween(15, 25);
              assertThat(task.positions()).hasSize((words + 2) / 4).doesNotContain(0, words - 1);
            });
    assertThat(harness.requests()).isEmpty();
  }

  @Test
  void theSameSeedGivesTheSameTasksAndMoreOfThem() {
    String all = mask("--seed", "7", "--count", "15", books).out();

    assertThat(
            mask("--seed", "7", "--count", "10", books).out()
                + mask("--seed", "7", "--skip", "10", "--count", "5", books).out())
        .isEqualTo(all);
    assertThat(mask("--seed", "8", "--count", "15", books).out()).isNotEqualTo(all);
    assertThat(mask("--seed", "7", "--count", "15", news, books).out()).endsWith(all);
    assertThat(mask("--seed", "7", "--count", "15", "books=" + write("other", corpus("old"))).out())
        .isEqualTo(all);
  }

  @Test
  void aSeedThatIsNotGivenIsDrawnAndTold() {
    Outcome first = mask(books);

    assertThat(first.err()).startsWith("infill: drawn with --seed ").hasLineCount(1);
    String seed = first.err().strip().replaceFirst(".* ", "");
    assertThat(mask("--seed", seed, books).out()).isEqualTo(first.out());
    assertThat(mask("--quiet", books).err()).isEmpty();
  }

  @Test
  void writesAFileAndDoesNotReplaceOneUnasked() throws IOException {
    String out = folder.resolve("tasks.jsonl").toString();
    Outcome written = mask("--seed", "1", "--out", out, books);

    assertThat(written.out()).isEmpty();
    assertThat(Files.readString(Path.of(out))).isEqualTo(mask("--seed", "1", books).out());

    Outcome again = mask("--seed", "2", "--out", out, books);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("tasks.jsonl is there already; --force replaces it");
    assertThat(mask("--seed", "2", "--out", out, "--force", books).exitCode()).isZero();
    assertThat(Files.readString(Path.of(out))).isEqualTo(mask("--seed", "2", books).out());
  }

  @Test
  void everySettingHasItsOption() {
    assertThat(masked("--masks", "1", "--min-words", "15", "--max-words", "15"))
        .allSatisfy(task -> assertThat(task.words()).hasSize(15))
        .allSatisfy(task -> assertThat(task.positions()).hasSize(1));
    assertThat(masked("--fraction", "0.1"))
        .allSatisfy(task -> assertThat(task.positions()).hasSize((task.words().size() + 5) / 10));
    assertThat(masked("--mask-all", "--no-punctuation"))
        .allSatisfy(
            task ->
                assertThat(task.positions()).hasSize(task.words().size() - 3).doesNotContain(6));
    assertThat(masked("--mask-all", "--mask-ends", "--words", "OLD,."))
        .allSatisfy(
            task ->
                assertThat(task.positions())
                    .containsExactly(0, 1, 2, 3, 4, 5, task.words().size() - 1));
    assertThat(masked("--mask-all", "--words", "\\,"))
        .allSatisfy(task -> assertThat(task.positions()).containsExactly(6));
    assertThat(masked("--masks", "4", "--spans", "2"))
        .allSatisfy(
            task -> {
              List<Integer> at = task.positions();
              assertThat(at.get(1)).isEqualTo(at.get(0) + 1);
              assertThat(at.get(2)).isGreaterThan(at.get(1) + 1);
              assertThat(at.get(3)).isEqualTo(at.get(2) + 1);
            });
    assertThat(masked("--masks", "3", "--spans", "geometric:1,5"))
        .as("p = 1 makes spans of one word")
        .allSatisfy(
            task ->
                assertThat(
                        IntStream.range(1, 3)
                            .map(i -> task.positions().get(i) - task.positions().get(i - 1)))
                    .allMatch(gap -> gap > 1));
    assertThat(masked("--spans", "geometric")).hasSize(4);
    assertThat(masked("--preset", "paper")).isEqualTo(masked());
  }

  @Test
  void readsOtherFormatsAndStandardInput() {
    String json =
        IntStream.range(0, 10)
            .mapToObj(i -> "{\"text\":\"" + "Word ".repeat(16) + i + ".\"}\n")
            .collect(Collectors.joining());
    harness.standardInput(json);

    List<MaskingTask> tasks =
        tasks(mask("--seed", "1", "--count", "5", "--reader", "json-lines", "pipe=-"));

    assertThat(tasks).hasSize(5).allMatch(task -> task.corpus().equals("pipe"));
    assertThat(tasks.get(0).words()).contains("word", ".").doesNotContain("Word");
  }

  @Test
  void readsAPackedStandardInputAndCutsItsLines() throws IOException {
    harness.standardInput(gzip("A b . C d ! E\n"));

    Outcome outcome =
        mask(
            "--seed=1",
            "--count=1",
            "--min-words=3",
            "--max-words=3",
            "--mask-ends",
            "--words=c",
            "--reader=lines",
            "--split-sentences",
            "pipe=-");

    assertThat(tasks(outcome)).singleElement().matches(task -> task.text().equals("C d !"));
  }

  @Test
  void readsAnotherFieldOfJsonLines() {
    String file = write("a.jsonl", "{\"body\": [\"a\", \"b\", \"c\"]}\n");

    Outcome outcome =
        mask(
            "--seed=1",
            "--count=1",
            "--min-words=3",
            "--max-words=3",
            "--masks=1",
            "--json-field=body",
            file);

    assertThat(tasks(outcome)).singleElement().matches(task -> task.masked().equals("a [MASK] c"));
  }

  @Test
  void showsABarOnATerminalAndTakesItAway() {
    harness.onTerminals();

    assertThat(mask("--seed", "1", books).err())
        .contains("reading ")
        .endsWith("\r")
        .doesNotContain("\n");
    assertThat(mask("--seed", "1", "-q", books).err()).isEmpty();
  }

  @Test
  void whatIsNoCorpusIsOneLine() throws IOException {
    String bad = write("a.txt", "one .\ntwo \0 .\n");
    assertThat(refusal(bad)).startsWith("infill: " + bad + ":2: is not text: there is the control");
    String table = write("a.csv", "id,text\n1,He left.\n");
    assertThat(refusal(table))
        .startsWith("infill: " + table + " is a table (CSV or TSV), not a corpus");
    String markdown = write("README.md", "# One\n");
    assertThat(refusal(markdown)).startsWith("infill: " + markdown + " is a Markdown document");
    String tagged = write("en.conllu", "1\tHe\tPRON\n");
    assertThat(refusal(tagged)).startsWith("infill: " + tagged + " is in CoNLL's format");
    Path packed = folder.resolve("a.txt.zst");
    Files.write(packed, new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 4});
    assertThat(refusal(packed.toString()))
        .startsWith("infill: " + packed + " is compressed by zstd");
  }

  private String refusal(String file) {
    Outcome outcome = mask("--seed", "1", file);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).hasLineCount(1);
    return outcome.err();
  }

  @Test
  void aModelCanBeAskedForUnknownPieces() {
    String mixed =
        """
        the old man ran the old man ran the
        the old man ran the old zebra ran the
        man ran the old man ran the old man
        """;
    String file = write("mixed.txt", mixed);
    String[] lengths = {"--min-words", "9", "--max-words", "9", "--seed", "1", "--reader", "lines"};

    FakeModel model = new FakeModel();
    harness.model(model);
    Outcome known = mask(join(lengths, "--count", "2", "--known-to", "fake", file));
    assertThat(tasks(known))
        .extracting(MaskingTask::id)
        .containsExactlyInAnyOrder("mixed:1", "mixed:3");
    assertThat(harness.requests()).singleElement().matches(o -> o.model().equals("fake"));
    assertThat(model.isClosed()).isTrue();

    Outcome tooFew = mask(join(lengths, "--count", "3", "--known-to", "fake", file));
    assertThat(tooFew.exitCode()).isEqualTo(2);
    assertThat(tooFew.err())
        .isEqualTo(
            "infill: corpus mixed: 2 of 3 sentences qualify, and 3 are needed; passed over: 1 with"
                + " a word piece unknown to the tokenizer\n");
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake("missing required parameter: '[NAME=]FILE'"),
        mistake("are both named 'BOOKS'", "BOOKS=FILE", "BOOKS=FILE"),
        mistake("there is no file no/such/file", "no/such/file"),
        mistake("0 of 60 sentences qualify", "FILE", "--min-words", "100", "--max-words", "200"),
        mistake("min-words must be at least 1", "FILE", "--min-words", "0"),
        mistake("max-words must be from min-words (15)", "FILE", "--max-words", "5"),
        mistake(
            "--fraction and --masks exclude each other", "FILE", "--fraction", "1", "--masks", "1"),
        mistake("fraction must be above 0", "FILE", "--fraction", "0"),
        mistake("masks must be from 1 to 1000", "FILE", "--masks", "0"),
        mistake("spans need a fraction or a number", "FILE", "--mask-all", "--spans", "2"),
        mistake("1 to 1000 words, not 0", "FILE", "--spans", "0"),
        mistake("expected a number of words, geometric", "FILE", "--spans", "long"),
        mistake("expected a number of words, geometric", "FILE", "--spans", "geometric:1"),
        mistake("unknown part of speech 'NUON'; did you mean NOUN?", "FILE", "--pos", "NUON"),
        mistake("--tagger needs --pos", "FILE", "--tagger", "x.bin"),
        mistake("there is no file x.bin", "FILE", "--pos", "NOUN", "--tagger", "x.bin"),
        mistake("count must be at least 1, not 0", "FILE", "--count", "0"),
        mistake("skip must be at least 0, not -1", "FILE", "--skip=-1"),
        mistake("did you mean paper?", "FILE", "--preset", "papre"),
        mistake("did you mean wikitext?", "FILE", "--reader", "wikitxt"),
        mistake("there is no folder", "FILE", "--out", "no/such/folder/tasks.jsonl"),
        mistake("for standard input give --reader", "pipe=-"));
  }

  private static Arguments mistake(String said, String... arguments) {
    return Arguments.of(said, arguments);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void mistakesAreOneClearLineAndExitCode2(String said, String[] arguments) {
    Outcome outcome =
        mask(
            join(
                new String[] {"--seed", "1"},
                Stream.of(arguments)
                    .map(argument -> argument.replace("FILE", books))
                    .toArray(String[]::new)));

    assertThat(outcome.err()).startsWith("infill: ").contains(said).hasLineCount(1);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void theTaggersModelIsOnTheClassPath() {
    Outcome outcome = mask("--seed", "1", "--pos", "NOUN", books);

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("[MASK]");
  }

  @Test
  void helpShowsExamplesAndEveryOption() {
    Outcome outcome = mask("--help");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains(
            "infill corpus mask --seed 1 --out tasks.jsonl", "--known-to", "--spans", "Readers:")
        .doesNotContain("null");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream stream = new GZIPOutputStream(bytes)) {
      stream.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private List<MaskingTask> masked(String... options) {
    return tasks(mask(join(options, "--seed", "1", "--count", "4", books)));
  }

  private static String[] join(String[] first, String... second) {
    return Stream.concat(Stream.of(first), Stream.of(second)).toArray(String[]::new);
  }

  private Outcome mask(String... arguments) {
    return harness.run(join(new String[] {"corpus", "mask"}, arguments));
  }

  private List<MaskingTask> tasks(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return MaskingTasks.read(Path.of(write("tasks-of-outcome.jsonl", outcome.out())));
  }

  private String write(String name, String content) {
    try {
      return Files.writeString(folder.resolve(name), content).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
