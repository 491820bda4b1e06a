package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.BertModel;
import dev.infill.core.InvalidInputException;
import dev.infill.core.lab.FakeModel;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BadInputTest {
  private static final String TEXT = "the ___ ran";

  private final CommandHarness harness = new CommandHarness();

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake("the text has no blank", "fill", "the man"),
        mistake("3 blanks, more than max-blanks", "fill", "___ ___ ___", "--max-blanks", "2"),
        mistake("22 word pieces", "fill", "___ " + "the ".repeat(20) + "___"),
        mistake("submarine", "fill", TEXT, "--allow", "1=submarine"),
        mistake("blank", "fill", TEXT, "--allow", "2=man"),
        mistake("such as 1=red,green; not 'man'", "fill", TEXT, "--allow", "man"),
        mistake("such as 1=red,green", "fill", TEXT, "--forbid", "0=man"),
        mistake("such as 1=red,green; not 'all='", "fill", TEXT, "--forbid", "all="),
        mistake("submarine", "fill", TEXT, "--forbid", "all=submarine"),
        mistake(
            "which distinct-words forbids: allow more words",
            "fill",
            "___ ___",
            "--allow",
            "all=man",
            "--distinct-words"),
        mistake(
            "which no-repeat-ngram forbids",
            "fill",
            "the man the ___",
            "--allow",
            "1=man",
            "--no-repeat-ngram",
            "2"),
        mistake("no-repeat-ngram must be from 1 to 512", "fill", TEXT, "--no-repeat-ngram", "0"),
        mistake("alpha must be from 1.0E-9 to 1000000000", "sample", TEXT, "--alpha", "0"),
        mistake("alpha must be from 1.0E-9 to 1000000000", "sample", TEXT, "--alpha=-1"),
        mistake("alpha must be from 1.0E-9 to 1000000000", "sample", TEXT, "--alpha", "NaN"),
        mistake(
            "temperature must be from 0.001 to 1000", "fill", TEXT, "--temperature", "Infinity"),
        mistake("temperature must be from 0.001", "fill", TEXT, "--temperature", "5e-324"),
        mistake("alpha must be", "sample", TEXT, "--sampler", "dmala", "--alpha", "5e-324"),
        mistake("alpha0 must be", "sample", TEXT, "--sampler", "cdmala", "--alpha0", "1.7e308"),
        mistake("threads must be from 1 to 1024", "fill", TEXT, "--threads", "2147483647"),
        mistake("repetitions must be", "bench", "--repetitions", "2147483647"),
        metricsMistake("smoothing must be from 1.0E-9", "--smoothing", "epsilon:5e-324"),
        mistake("chains must be from 1 to 100000, not 0", "sample", TEXT, "--chains", "0"),
        mistake(
            "gwg has no step size to precondition",
            "sample",
            TEXT,
            "--sampler",
            "gwg",
            "--precondition",
            "curvature"),
        mistake("anneal begins above the temperature 1.0", "sample", TEXT, "--anneal", "0.5"),
        mistake("anneal must be from 0.001 to 1000", "sample", TEXT, "--anneal", "Infinity"),
        mistake("burn-in must be at least 1", "sample", TEXT, "--anneal", "3", "--burn-in", "0"),
        mistake("do not go together", "sample", TEXT, "--anneal", "3", "--adapt=0.5"),
        mistake("dmala takes no minibatch", "sample", TEXT, "--minibatch", "1"),
        mistake("gwg has no alpha; it is for", "sample", TEXT, "--sampler=gwg", "--alpha", "0.2"),
        mistake("alpha0; it is for cdmala", "sample", TEXT, "--sampler", "dmala", "--alpha0", "1"),
        mistake("minibatch must be", "sample", TEXT, "--sampler", "dula", "--minibatch", "0"),
        mistake(
            "needs the gradient own-term",
            "sample",
            TEXT,
            "--sampler",
            "dula",
            "--gradient",
            "exact",
            "--minibatch",
            "1"),
        mistake("delta must be from 1.0E-6 to 1.999999", "sample", TEXT, "--delta", "2"),
        mistake(
            "dula accepts every proposal; dmala, gwg and gibbs-mh",
            "sample",
            TEXT,
            "--sampler",
            "dula",
            "--acceptance",
            "non-reversible"),
        mistake("did you mean reversible?", "sample", TEXT, "--acceptance", "revesible"),
        mistake("threads must be from 1", "fill", TEXT, "--threads", "0"),
        mistake("burn-in", "sample", TEXT, "--steps", "5", "--burn-in", "5"),
        mistake("repeats needs the pool 'last'", "sample", TEXT, "--repeats"),
        mistake("--chains: expected a whole number, not 'x'", "sample", TEXT, "--chains", "x"),
        mistake("did you mean dmala?", "sample", TEXT, "--sampler", "dmaal"),
        mistake("(there are: dmala, dula,", "sample", TEXT, "--sampler", "dmaal"),
        mistake("did you mean own-term?", "sample", TEXT, "--gradient", "own"),
        mistake("did you mean barker?", "sample", TEXT, "--balancing", "braker"),
        mistake("from 0.5 to 1", "sample", TEXT, "--balancing", "power:1.5"),
        mistake("did you mean paper?", "sample", TEXT, "--preset", "papre"),
        mistake("did you mean words?", "fill", TEXT, "--vocabulary", "word"),
        mistake("did you mean json?", "fill", TEXT, "--format", "jsn"),
        mistake("0.574", "sample", TEXT, "--adapt=much"),
        mistake("adapt must be from 0.01 to 0.99", "sample", TEXT, "--adapt=1.5"),
        mistake("ends in .csv or .jsonl", "sample", TEXT, "--trace", "steps.txt"),
        mistake("ends in .csv or .jsonl, such as", "sample", TEXT, "--trace", "csv"),
        mistake("there is no folder", "sample", TEXT, "--trace", "no/such/steps.csv"),
        mistake("missing required parameter for option '--trace'", "sample", TEXT, "--trace"),
        mistake("did you mean --chains?", "sample", TEXT, "--chain", "3"),
        mistake("begins with - goes after --", "fill", "- [MASK] ran"),
        mistake("did you mean fill?", "fil", TEXT),
        mistake(
            "give a command: fill, sample, protein, batch, score, serve, bench, lab, corpus, model"
                + " or evaluate"),
        mistake("give a command: metrics, paper or answers", "evaluate"),
        mistake(
            "--quick goes after the command: infill evaluate paper --quick", "evaluate", "--quick"),
        mistake("did you mean paper?", "evaluate", "papre"),
        mistake("chains must be from 1", "bench", "--chains", "0"),
        mistake("repetitions must be from 1", "bench", "--repetitions", "0"),
        mistake("needs a blank", "bench", "--text", "the man"),
        mistake("burn-in must leave steps", "bench", "--steps", "2", "--burn-in", "2"),
        mistake("peer must be a command", "bench", "--peer", " "),
        mistake("did you mean metrics?", "evaluate", "metric"),
        mistake("missing required option: '--hypotheses=FILE|-'", "evaluate", "metrics"),
        metricsMistake("--order: expected a whole number", "--order", "four"),
        metricsMistake("order must be from 1 to 16, not 0", "--order", "0"),
        metricsMistake("one weight for each order is needed: 3", "--order=3", "--weights=1,1"),
        metricsMistake("weights must be 0 or more", "--weights", "1,-1"),
        metricsMistake("--weights: expected a number", "--weights", "1,x"),
        metricsMistake("--smoothing: no smoothing 'floor'", "--smoothing", "floor"),
        metricsMistake(
            "smoothing must be from 1.0E-9 to 1000000000, not -1.0", "--smoothing", "epsilon:-1"),
        metricsMistake("in smoothing 'add-k:much' is not a number", "--smoothing", "add-k:much"),
        metricsMistake("--no-lower-case does not go with", "--no-lower-case", "--tbc", "a.txt"),
        metricsMistake("should be specified only once", "--tbc", "a.txt", "--tbc", "b.txt"),
        metricsMistake("missing required parameter for option '--references'", "--references"),
        metricsMistake("standard input is empty"),
        mistake("there is no file no/such", "evaluate", "metrics", "--hypotheses", "no/such"),
        mistake("give a command: mask (see infill corpus --help)", "corpus"),
        mistake("did you mean mask?", "corpus", "msk"),
        mistake("missing required parameter: '[NAME=]FILE'", "corpus", "mask"),
        mistake("there is no file no/such/file", "corpus", "mask", "--seed=1", "no/such/file"),
        mistake("is a folder, where a file is to be read", "corpus", "mask", "--seed=1", "a=."),
        mistake(
            "did you mean wikitext?", "corpus", "mask", "--seed=1", "a=-", "--reader", "wikitxt"),
        mistake("for standard input give --reader", "corpus", "mask", "--seed=1", "a=-"),
        mistake(
            "standard input is empty", "corpus", "mask", "--seed=1", "a=-", "--reader", "lines"),
        mistake("fill has no --chains; sample has", "fill", TEXT, "--chains", "3"),
        mistake("fill has no --alpha; sample has", "fill", TEXT, "--alpha=0.2"),
        mistake("fill has no --preset; sample has", "fill", TEXT, "--preset", "paper"),
        mistake("fill has no --trace; sample has", "fill", TEXT, "--trace", "steps.csv"),
        mistake("did you mean --select?", "fill", TEXT, "--selct", "best"),
        mistake("max-passes must be from 1", "fill", TEXT, "--max-passes", "0"),
        mistake("give one text, in quotes, or --input", "fill"),
        mistake("put the text in quotes: \"the ___ ran\"", "fill", "the", "___", "ran"),
        mistake("give one text, in quotes, or --input", "fill", TEXT, "--input", "-"),
        mistake("there is no file no/such/file", "fill", "--input", "no/such/file"),
        mistake("is a folder, where a file is to be read", "fill", "--input", "."),
        mistake("is no regular file", "fill", "--input", "/dev/zero"),
        mistake("is no regular file", "corpus", "mask", "--seed=1", "a=/dev/zero"),
        mistake(
            "is no regular file",
            "evaluate",
            "paper",
            "--tbc=/dev/zero",
            "--wiki=/dev/zero",
            "--out=target/none"),
        mistake("is no regular file", "protein", "--model=m", "--redesign=1", "--fasta=/dev/zero"),
        mistake("missing required parameter for option '--top'", "fill", TEXT, "--top"),
        mistake("should be specified only once", "fill", TEXT, "--top", "1", "--top", "2"));
  }

  private static Arguments mistake(String said, String... arguments) {
    return Arguments.of(said, arguments);
  }

  private static Arguments metricsMistake(String said, String... options) {
    return mistake(
        said,
        Stream.concat(Stream.of("evaluate", "metrics", "--hypotheses", "-"), Stream.of(options))
            .toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void isOneClearLineAndExitCode2(String said, String[] arguments) {
    Outcome outcome = harness.run(arguments);

    assertThat(outcome.err()).startsWith("infill: ").contains(said).hasLineCount(1);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void settingsAreCheckedBeforeTheModelIsOpened() {
    harness.run("sample", TEXT, "--alpha", "0");
    harness.run("fill", "--input", "no/such/file");
    harness.run("sample", TEXT, "--trace", "steps.txt");
    harness.run("sample", TEXT, "--trace", "no/such/steps.csv");
    harness.run("bench", "--chains", "0");
    harness.run("bench", "--repetitions", "0");
    harness.run("bench", "--peer", "");

    assertThat(harness.requests()).isEmpty();
  }

  @Test
  void aModelThatIsNotThereIsTheUsersError() {
    harness.loader(
        options -> {
          throw new InvalidInputException("model", "there is no model\n at " + options.model());
        });

    Outcome outcome = harness.run("fill", TEXT, "--model", "/nowhere");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).isEqualTo("infill: there is no model at /nowhere\n");
  }

  @Test
  void aFolderOfAnotherArchitectureIsTheUsersError(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"gpt2\"}");
    harness.loader(BertModel::open);

    Outcome outcome =
        harness.run(
            "fill",
            TEXT,
            "--model",
            folder.toString(),
            "--cache",
            folder.resolve("cache").toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith("infill: model " + folder + ": config.json is of the architecture gpt2")
        .hasLineCount(1);
  }

  @Test
  void whatIsNotTheUsersErrorIsOneLineAndExitCode1() {
    harness.loader(
        options -> {
          throw new IllegalStateException("a bug");
        });

    Outcome outcome = harness.run("fill", TEXT);

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).startsWith("infill: internal error: ").hasLineCount(1);
  }

  @Test
  void runningOutOfMemorySaysWhatHelps() {
    harness.model(
        FakeModel.readingMasks(
            () -> {
              throw new OutOfMemoryError("Java heap space");
            }));

    Outcome outcome = harness.run("fill", TEXT);

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("INFILL_JAVA_OPTS").hasLineCount(1);
  }

  @Test
  void aStackTraceIsShownOnRequestOnly() {
    assertThat(harness.run("sample", TEXT, "--alpha", "0", "--debug").err())
        .contains("InvalidInputException");
    assertThat(
            harness
                .environment(Map.of("INFILL_DEBUG", "1"))
                .run("sample", TEXT, "--alpha", "0")
                .err())
        .contains("InvalidInputException");
  }

  @Test
  void anArgumentThatIsNotInUtf8IsRefused() {
    Outcome outcome = harness.run("score", "caf\uFFFD ran");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("infill: an argument is not in UTF-8, or the locale does not say that it is")
        .hasLineCount(1);
    assertThat(harness.requests()).isEmpty();
  }

  @Test
  void noNameSteersTheTerminal() {
    for (String escape : new String[] {"\u001b[31m", "\u009b31m", "\u001b]0;x\u0007", "\b"}) {
      Outcome outcome =
          harness.loader(BertModel::open).run("score", "a b", "--model", "no/" + escape + "such");

      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err().replace("\n", "")).doesNotContainPattern("\\p{Cc}");
    }
  }

  @Test
  void aReaderThatIsGoneEndsThingsQuietly() {
    Outcome outcome = harness.runInto(failing("Broken pipe"), "fill", TEXT);

    assertThat(outcome.exitCode()).isEqualTo(141);
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void aFullDiskIsReported() {
    for (String[] arguments : new String[][] {{"fill", TEXT}, {"fill", "--help"}}) {
      Outcome outcome = harness.runInto(failing("No space left on device"), arguments);

      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.err())
          .isEqualTo("infill: cannot write to standard output: No space left on device\n");
    }
  }

  private static OutputStream failing(String reason) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(reason);
      }
    };
  }
}
