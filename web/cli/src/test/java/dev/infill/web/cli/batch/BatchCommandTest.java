package dev.infill.web.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.text.ModelDescription;
import dev.infill.evaluation.metrics.BleuSettings;
import dev.infill.evaluation.metrics.BleuStatistics;
import dev.infill.evaluation.metrics.SelfBleu;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.Main;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.console.StandardOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BatchCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] SMALL = {
    "--mode", "sample", "--sampler", "dmala", "--chains", "3", "--steps", "16", "--burn-in", "4"
  };

  @TempDir private Path folder;

  @Test
  void everyTextHasOneResultInTheOrderOfTheInput() throws IOException {
    Path input = input(texts(7));

    Outcome outcome =
        run(new CommandHarness(), input, "out", "--seed", "1", "--texts-per-part", "3");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).startsWith("7 of 7 texts filled, in 3 parts of ");
    assertThat(names("out"))
        .containsExactly(
            "job.json",
            "part-00000.jsonl",
            "part-00000.jsonl.sha256",
            "part-00001.jsonl",
            "part-00001.jsonl.sha256",
            "part-00002.jsonl",
            "part-00002.jsonl.sha256",
            "summary.json");
    assertThat(results("out"))
        .extracting(result -> result.get("id").textValue())
        .containsExactly("t0", "t1", "t2", "t3", "t4", "t5", "t6");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theNameOfAFolderSteersNoTerminal() throws IOException {
    Outcome outcome = run(new CommandHarness(), input(texts(1)), "out\u001b[31m", "--seed", "1");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out() + outcome.err()).contains("out [31m").doesNotContain("\u001b");
  }

  @Test
  void aResultIsWhatSamplePrintsForItsSeed() throws IOException {
    run(new CommandHarness(), input(texts(2)), "out", "--seed", "1");

    for (JsonNode result : results("out")) {
      List<String> arguments = new ArrayList<>(List.of("sample", result.get("text").textValue()));
      arguments.addAll(List.of(SMALL).subList(2, SMALL.length));
      arguments.addAll(List.of("--format", "json", "--seed", result.at("/settings/seed").asText()));
      ObjectNode filled =
          (ObjectNode)
              JSON.readTree(new CommandHarness().run(arguments.toArray(String[]::new)).out());

      assertThat(result.at("/settings/seed").longValue()).isNotEqualTo(1);
      assertThat(fieldNames(result)).startsWith("id").containsAll(fieldNames(filled));
      assertThat(result.get("settings")).isEqualTo(filled.get("settings"));
      assertThat(result.get("candidates")).isEqualTo(filled.get("candidates"));
      ObjectNode diagnostics = (ObjectNode) filled.get("diagnostics");
      assertThat(diagnostics.get("seconds").isNumber()).isTrue();
      diagnostics.putNull("seconds");
      for (String figure : List.of("energy", "hammingDistance")) {
        ((ObjectNode) diagnostics.at("/convergence/" + figure))
            .putNull("effectiveSampleSizePerSecond");
      }
      assertThat(result.get("diagnostics")).isEqualTo(diagnostics);
    }
  }

  @Test
  void fillIsTheDefaultAndAResultIsWhatItPrintsForItsSeed() throws IOException {
    List<String> texts = texts(2);
    texts.add(
        "{\"id\":\"own\",\"text\":\"the ___"
            + " ran\",\"settings\":{\"top\":1,\"seed\":4,\"allow\":{\"1\":[\"old\"]}}}");
    texts.add("{\"id\":\"chains\",\"text\":\"the ___ ran\",\"settings\":{\"chains\":3}}");
    Outcome outcome = runFill(new CommandHarness(), input(texts), "out", "--seed", "1");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out())
        .contains("3 of 4 texts filled")
        .containsPattern("(?m)^reliable probabilities +3 texts$")
        .containsPattern("(?m)^certain lists +3 texts$");
    ObjectNode results = byId("out");
    assertProblem(results.get("chains"), 4, 422, "chains");
    assertThat(results.get("own").at("/settings/seed").longValue()).isEqualTo(4);
    assertThat(results.get("own").at("/candidates/0/text").textValue()).isEqualTo("the old ran");
    JsonNode result = results.get("t0");
    ObjectNode filled =
        (ObjectNode)
            JSON.readTree(
                new CommandHarness()
                    .run(
                        "fill",
                        result.get("text").textValue(),
                        "--format",
                        "json",
                        "--seed",
                        result.at("/settings/seed").asText())
                    .out());
    ((ObjectNode) filled.get("diagnostics")).putNull("seconds");
    assertThat(((ObjectNode) result).remove("id").textValue()).isEqualTo("t0");
    assertThat(result).isEqualTo(filled);

    JsonNode summary = JSON.readTree(folder.resolve("out/summary.json").toFile());
    assertThat(summary.at("/job/mode").textValue()).isEqualTo("fill");
    assertThat(fieldNames(summary.get("figures")))
        .containsExactly(
            "reliable", "certain", "meanBestTwoWay", "meanBestEnergy", "modelPasses", "draws");
    assertThat(summary.at("/figures/reliable").intValue()).isEqualTo(3);
  }

  @Test
  void optionsOfChainsNeedTheModeSample() throws IOException {
    Path input = input(texts(1));
    for (String[] options :
        new String[][] {{"--chains", "3"}, {"--mode", "fill", "--preset", "paper"}}) {
      Outcome outcome = runFill(new CommandHarness(), input, "out", options);

      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("fill has no ", "; sample has").hasLineCount(1);
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  @Test
  void neitherPartsNorThreadsNorTheOrderOfTheInputChangeAResult() throws IOException {
    List<String> texts = texts(9);
    run(new CommandHarness(), input(texts), "a", "--seed", "5");
    Collections.shuffle(texts, new Random(3));
    run(
        new CommandHarness(),
        input(texts),
        "b",
        "--seed",
        "5",
        "--texts-per-part",
        "2",
        "--texts-at-once",
        "4");
    run(new CommandHarness(), input(texts), "c", "--seed", "6");

    assertThat(byId("b")).isEqualTo(byId("a"));
    assertThat(byId("c")).isNotEqualTo(byId("a"));
  }

  @Test
  void aLineMaySayHowItIsFilled() throws IOException {
    run(
        new CommandHarness(),
        input(
            List.of(
                "{\"text\":\"the ___ ran\"}",
                "",
                "{\"id\":7,\"text\":\"the ___"
                    + " ran\",\"settings\":{\"sampler\":\"gwg\",\"top\":1,\"seed\":4}}",
                "{\"id\":\"p\",\"text\":\"the ___ ran\",\"preset\":\"paper\"}",
                "{\"id\":\"q\",\"text\":\"the ___"
                    + " ran\",\"settings\":{\"allow\":{\"1\":[\"old\"]}}}",
                "{\"id\":\"k\",\"text\":\"the ___ ran\",\"settings\":{\"keyword\":{\"old\":50}}}")),
        "out",
        "--keyword",
        "the=0.5",
        "--forbid",
        "1=man",
        "--seed",
        "1");

    ObjectNode results = byId("out");
    assertThat(fieldNames(results)).containsExactly("1", "7", "p", "q", "k");
    assertThat(results.get("1").at("/settings/sampler").textValue()).isEqualTo("dmala");
    assertThat(results.get("1").at("/settings/chains").intValue()).isEqualTo(3);
    assertThat(results.get("1").at("/settings/forbid").toString()).isEqualTo("{\"1\":[\"man\"]}");
    assertThat(results.get("7").at("/settings/sampler").textValue()).isEqualTo("gwg");
    assertThat(results.get("7").at("/settings/seed").longValue()).isEqualTo(4);
    assertThat(results.get("7").at("/settings/chains").intValue()).isEqualTo(3);
    assertThat(results.get("7").get("candidates")).hasSize(1);
    assertThat(results.get("p").at("/settings/balancing").textValue()).isEqualTo("sqrt");
    assertThat(results.get("p").at("/settings/chains").intValue()).isEqualTo(25);
    assertThat(results.get("q").at("/candidates/0/text").textValue()).isEqualTo("the old ran");
    assertThat(results.get("q").at("/settings/forbid")).isEmpty();
    assertThat(results.get("1").at("/candidates/0/terms"))
        .hasToString("[{\"name\":\"keyword the\",\"weight\":0.5,\"value\":1.0}]");
    assertThat(results.get("k").at("/candidates/0/text").textValue()).isEqualTo("the old ran");
    assertThat(results.get("k").at("/candidates/0/terms"))
        .hasToString("[{\"name\":\"keyword old\",\"weight\":50.0,\"value\":1.0}]");
  }

  @Test
  void aLineThatCannotBeUsedStopsNothing() throws IOException {
    Outcome outcome =
        run(
            new CommandHarness(),
            input(
                List.of(
                    "{\"id\":\"good\",\"text\":\"the ___ ran\"}",
                    "no JSON",
                    "[]",
                    "{\"id\":\"none\",\"text\":\"no blank\"}",
                    "{\"id\":{},\"text\":\"the ___ ran\"}",
                    "{\"id\":\"typo\",\"txt\":\"the ___ ran\"}",
                    "{\"id\":\"steps\",\"text\":\"the ___ ran\",\"settings\":{\"steps\":0}}",
                    "{\"id\":\"model\",\"text\":\"the"
                        + " ___\",\"settings\":{\"model\":{\"name\":\"x\"}}}",
                    "{\"id\":\"long\",\"text\":\"" + "a".repeat(1 << 20) + "\"}",
                    "{\"id\":\" \",\"text\":\"the ___ ran\"}",
                    "{\"text\":\"the ___ ran\"}",
                    "{\"text\":\"the ___\",\"settings\":{\"alpha\":NaN}}",
                    "{\"text\":")),
            "out",
            "--seed",
            "1");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .isEqualTo("infill: 11 of 13 texts could not be filled; their results say why\n");
    ObjectNode results = byId("out");
    assertThat(results).hasSize(13);
    assertThat(results.get("good").has("candidates")).isTrue();
    assertThat(results.get("11").has("candidates")).isTrue();
    assertProblem(results.get("2"), 2, 400, "the line is no JSON: ");
    assertProblem(results.get("3"), 3, 400, "the line must be a JSON object");
    assertProblem(results.get("none"), 4, 422, "no blank");
    assertProblem(results.get("5"), 5, 422, "id must be a string or a whole number, not an object");
    assertProblem(results.get("typo"), 6, 422, "txt");
    assertProblem(results.get("steps"), 7, 422, "steps");
    assertProblem(results.get("model"), 8, 422, "has the model fake");
    assertProblem(results.get("9"), 9, 422, "longer than 1,048,576 bytes");
    assertProblem(results.get("10"), 10, 422, "the id is blank");
    assertProblem(results.get("12"), 12, 400, "no JSON: unrecognized token 'NaN' (line 1,");
    assertProblem(results.get("13"), 13, 400, "goes on behind the end of the line");
  }

  private static void assertProblem(JsonNode result, int line, int status, String detail) {
    assertThat(result.get("line").intValue()).isEqualTo(line);
    assertThat(result.at("/problem/status").intValue()).isEqualTo(status);
    assertThat(result.at("/problem/detail").textValue()).contains(detail);
  }

  @Test
  void afterAFailureTheSameCommandGoesOnAndEndsWithTheSameFiles() throws IOException {
    Path input = input(texts(12));
    String[] options = {"--texts-per-part", "5", "--seed", "2"};
    run(new CommandHarness(), input, "whole", options);
    int evaluations = countEvaluations(input, options);

    for (int failAt : new int[] {1, evaluations / 3, evaluations / 2, evaluations - 1}) {
      String out = "failed-at-" + failAt;
      AtomicInteger made = new AtomicInteger();
      Outcome failed =
          run(
              new CommandHarness()
                  .model(
                      FakeModel.readingMasks(
                          () -> {
                            if (made.incrementAndGet() >= failAt) {
                              throw new RuntimeFailureException(
                                  "the card is gone", new IOException("off"));
                            }
                          })),
              input,
              out,
              options);
      assertThat(failed.exitCode()).isEqualTo(1);
      assertThat(failed.err()).isEqualTo("infill: the card is gone: off\n");
      assertThat(names(out)).doesNotContain("summary.json");

      Outcome resumed = run(new CommandHarness(), input, out, options);

      assertThat(resumed.exitCode()).as(resumed.err()).isZero();
      assertSameResults(out, "whole");
    }
  }

  private int countEvaluations(Path input, String... options) {
    AtomicInteger made = new AtomicInteger();
    run(
        new CommandHarness().model(FakeModel.readingMasks(made::incrementAndGet)),
        input,
        "counted",
        options);
    return made.get();
  }

  @Test
  void anInterruptedJobOfFillGoesOnAndEndsWithTheSameFiles() throws IOException {
    Path input = input(texts(12));
    runFill(new CommandHarness(), input, "whole", "--seed", "2");
    CommandHarness harness = new CommandHarness();
    AtomicInteger made = new AtomicInteger();
    harness.model(
        FakeModel.readingMasks(
            () -> {
              if (made.incrementAndGet() == 20) {
                harness.interruption().interrupt();
              }
            }));

    Outcome stopped = runFill(harness, input, "out", "--seed", "2", "--texts-at-once", "1");

    assertThat(stopped.exitCode()).isEqualTo(130);
    assertThat(stopped.err())
        .containsPattern("stopped with [1-9]\\d* of 12 texts done; the same command continues\n");
    runFill(new CommandHarness(), input, "out", "--seed", "2");
    assertSameResults("out", "whole");
  }

  @Test
  void whatIsDoneIsNotDoneAgain() throws IOException {
    Path input = input(texts(6));
    run(new CommandHarness(), input, "out", "--seed", "2", "--texts-per-part", "3");
    String summary = Files.readString(folder.resolve("out/summary.json"));
    AtomicInteger made = new AtomicInteger();

    Outcome again =
        run(
            new CommandHarness().model(FakeModel.readingMasks(made::incrementAndGet)),
            input,
            "out",
            "--texts-per-part",
            "3");

    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).contains("6 of 6 texts were done before");
    assertThat(made).hasValue(0);
    assertThat(folder.resolve("out/summary.json")).hasContent(summary);
  }

  @Test
  void aChangedPartIsNoticedAndFilledAgainWhenItWasDeleted() throws IOException {
    Path input = input(texts(6));
    String[] options = {"--seed", "2", "--texts-per-part", "3"};
    run(new CommandHarness(), input, "whole", options);
    run(new CommandHarness(), input, "out", options);
    Path part = folder.resolve("out/part-00001.jsonl");
    byte[] changed = Files.readAllBytes(part);
    // Still JSON, and still a result.
    int place = new String(changed, StandardCharsets.ISO_8859_1).indexOf("\"candidates\"") + 2;
    changed[place] ^= 1;
    Files.write(part, changed);

    Outcome refused = run(new CommandHarness(), input, "out", options);

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .hasLineCount(1)
        .contains(
            part + " cannot be relied on: it is not as it was written",
            "part-00001.jsonl.sha256; delete it, and the same command fills it again");
    assertThat(part).hasBinaryContent(changed);
    Files.delete(part);
    assertThat(run(new CommandHarness(), input, "out", options).exitCode()).isZero();
    assertSameResults("out", "whole");

    Files.delete(folder.resolve("out/part-00000.jsonl.sha256"));
    refused = run(new CommandHarness(), input, "out", options);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .hasLineCount(1)
        .contains("its checksum, part-00000.jsonl.sha256, is missing");
  }

  @Test
  void resultsThatThisJobDidNotLeaveAreFilledAgain() throws IOException {
    Path input = input(texts(6));
    String[] options = {"--seed", "2", "--texts-per-part", "3"};
    run(new CommandHarness(), input, "whole", options);
    run(new CommandHarness(), input, "out", options);
    Path part = folder.resolve("out/part-00001.jsonl");
    List<String> lines = Files.readAllLines(part);
    lines.remove(1);
    Files.write(folder.resolve("out/part-00001.jsonl.partial"), lines);
    Files.delete(part);
    Files.delete(folder.resolve("out/part-00001.jsonl.sha256"));
    Files.delete(folder.resolve("out/summary.json"));

    Outcome again = run(new CommandHarness(), input, "out", options);

    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.err()).contains("3 of 6 texts were done before");
    assertSameResults("out", "whole");
  }

  @Test
  void theChecksumOfAPartIsThatOfSha256sum() throws Exception {
    run(new CommandHarness(), input(texts(2)), "out", "--seed", "2");

    String digest =
        HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256")
                    .digest(Files.readAllBytes(folder.resolve("out/part-00000.jsonl"))));
    assertThat(folder.resolve("out/part-00000.jsonl.sha256"))
        .hasContent(digest + "  part-00000.jsonl\n");
  }

  @Test
  void aFailureIsToldWithoutTheNameOfAClass() throws IOException {
    CommandHarness harness =
        new CommandHarness()
            .model(
                FakeModel.readingMasks(
                    () -> {
                      throw new UncheckedIOException(new NoSuchFileException("weights.bin"));
                    }));

    Outcome outcome = run(harness, input(texts(1)), "out", "--seed", "2");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo("infill: weights.bin: there is no such file or folder\n");
  }

  @Test
  void anInterruptKeepsWhatIsDone() throws IOException {
    Path input = input(texts(12));
    run(new CommandHarness(), input, "whole", "--seed", "2");
    int evaluations = countEvaluations(input, "--seed", "2");
    CommandHarness harness = new CommandHarness();
    AtomicInteger made = new AtomicInteger();
    harness.model(
        FakeModel.readingMasks(
            () -> {
              if (made.incrementAndGet() == evaluations / 2) {
                harness.interruption().interrupt();
              }
            }));

    // One after the other: results are written in order, and the first text may be the slowest.
    Outcome stopped = run(harness, input, "out", "--seed", "2", "--texts-at-once", "1");

    assertThat(stopped.exitCode()).isEqualTo(130);
    assertThat(stopped.out()).isEmpty();
    assertThat(stopped.err())
        .containsPattern("stopped with [1-9]\\d* of 12 texts done; the same command continues\n");
    assertThat(names("out")).containsExactly("job.json", "part-00000.jsonl.partial");
    Outcome resumed = run(new CommandHarness(), input, "out", "--seed", "2");
    assertThat(resumed.err()).contains(" of 12 texts were done before");
    assertSameResults("out", "whole");
  }

  @Tag("exhaustive")
  @Tag("gate")
  @Test
  @Timeout(600)
  void killedAtAnyMomentItGoesOnAndEndsWithTheSameFiles() throws Exception {
    Path input = input(texts(40));
    String[] options = {"--texts-per-part", "7", "--seed", "2"};
    run(new CommandHarness(), input, "whole", options);
    int evaluations = countEvaluations(input, options);

    int kills = 0;
    for (int killAt : new int[] {3, evaluations / 5, evaluations / 4, evaluations / 3}) {
      Process process = started(killAt, arguments(input, "out", options));
      // It says when it has come so far, and waits to be killed.
      if (process.getErrorStream().read() == '!') {
        kills++;
      }
      process.destroyForcibly();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(names("out")).doesNotContain("summary.json");
    }
    assertThat(kills).isEqualTo(4);
    Outcome resumed = run(new CommandHarness(), input, "out", options);

    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(resumed.err()).containsPattern("[1-9]\\d* of 40 texts were done before");
    assertSameResults("out", "whole");
    assertThat(names("out")).noneMatch(name -> name.endsWith(".tmp") || name.endsWith(".partial"));
  }

  private static Process started(int killAt, String[] arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StoppingMain.class.getName(),
                String.valueOf(killAt)));
    command.addAll(List.of(arguments));
    command.add("--quiet");
    return new ProcessBuilder(command).start();
  }

  /** The command line on a fake model that halts at some evaluation, and says so. */
  static final class StoppingMain {
    private StoppingMain() {}

    public static void main(String[] arguments) {
      int stopAt = Integer.parseInt(arguments[0]);
      AtomicInteger made = new AtomicInteger();
      Main.run(
          options ->
              FakeModel.readingMasks(
                  () -> {
                    if (made.incrementAndGet() >= stopAt) {
                      System.err.print('!');
                      Runtime.getRuntime().halt(137);
                    }
                  }),
          Arrays.copyOfRange(arguments, 1, arguments.length));
    }
  }

  @Test
  void aDrawnSeedIsToldAndKept() throws IOException {
    Path input = input(texts(3));
    Outcome first = run(new CommandHarness(), input, "out");
    String seed = first.err().replaceFirst("(?s).*drawn with --seed (-?\\d+)\n.*", "$1");
    Files.delete(folder.resolve("out/part-00000.jsonl"));
    Files.delete(folder.resolve("out/summary.json"));

    Outcome again = run(new CommandHarness(), input, "out");
    run(new CommandHarness(), input, "given", "--seed", seed);

    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).doesNotContain("drawn");
    assertSameResults("out", "given");
  }

  @Test
  void anotherJobIsRefusedInOneLine() throws IOException {
    List<String> texts = texts(3);
    Path input = input(texts);
    run(new CommandHarness(), input, "out", "--seed", "1");

    assertRefused(
        run(new CommandHarness(), input, "out", "--seed", "2"),
        "\"seed\" : 1,' where it would be '\"seed\" : 2,'");
    assertRefused(
        run(new CommandHarness(), input, "out", "--seed", "1", "--alpha", "0.5"),
        "\"alpha\" : 0.4");
    assertRefused(
        runFill(new CommandHarness(), input, "out", "--seed", "1"),
        "\"mode\" : \"sample\",' where it would be '\"mode\" : \"fill\",'");
    assertRefused(
        run(new CommandHarness(), input, "out", "--texts-per-part", "2"), "\"textsPerPart\"");
    texts.set(1, "{\"id\":\"t1\",\"text\":\"the ___\"}");
    assertRefused(run(new CommandHarness(), input(texts), "out"), "\"sha256\"");
    assertRefused(
        run(
            new CommandHarness()
                .loader(
                    options ->
                        new FakeModel() {
                          @Override
                          public ModelDescription description() {
                            return new ModelDescription(
                                "fake", "e".repeat(64), "cpu", "float32", Map.of());
                          }
                        }),
            input(texts(3)),
            "out"),
        "\"sha256\" : \"ffff");
    assertThat(run(new CommandHarness(), input(texts(3)), "out", "--batch", "1").exitCode())
        .isZero();
  }

  private static void assertRefused(Outcome outcome, String part) {
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err())
        .contains("holds another job, which this one cannot continue")
        .contains("job.json:")
        .contains(part);
  }

  @Test
  void badInputIsRefusedBeforeAModelIsOpened() throws IOException {
    Path twice =
        input(
            List.of(
                "{\"id\":\"a\",\"text\":\"the ___\"}",
                "{\"id\":\"3\",\"text\":\"the ___\"}",
                "{\"text\":\"the ___\"}"));
    Path blank = Files.writeString(folder.resolve("blank.jsonl"), "\n \r\n");
    Path good = Files.writeString(folder.resolve("good.jsonl"), texts(1).get(0));
    Files.createDirectories(folder.resolve("full"));
    Files.writeString(folder.resolve("full/mine.txt"), "mine");

    assertMistake(twice, "out", "input.jsonl:3: the id '3' is that of line 2 as well");
    assertMistake(blank, "out", "holds no text, only blank lines");
    assertMistake(folder.resolve("none"), "out", "there is no file");
    Path pretty = Files.writeString(folder.resolve("pretty"), "{\n  \"text\": \"the ___\"\n}\n");
    assertMistake(pretty, "out", "pretty:1: its JSON goes on behind the end of the line");
    Files.write(pretty, texts(1).get(0).getBytes(StandardCharsets.UTF_16));
    assertMistake(pretty, "out", "pretty is in UTF-16, not in UTF-8; iconv -f UTF-16 -t UTF-8");
    assertMistake(folder, "out", "is a folder, not a file of JSON lines");
    assertMistake(Path.of("/dev/null"), "out", "/dev/null is no regular file; the input is read");
    assertMistake(good, "full", "is not empty and holds no job.json of this command");
    assertMistake(good, "good.jsonl", "is a file; give a folder");
    assertMistake(good, "out", "texts-at-once must be from 1 to 1000", "--texts-at-once", "0");
    assertMistake(good, "out", "texts-per-part must be at least 1", "--texts-per-part", "0");
    assertMistake(good, "out", "unknown engine 'sparc'", "--engine", "sparc");
    assertMistake(good, "out", "--master and --spark-conf are for --engine spark", "--master", "x");
    assertMistake(good, "out", "expected KEY=VALUE", "--spark-conf", "x");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void anEngineThatIsNotThereIsToldOf() throws IOException {
    assertMistake(
        input(texts(1)), "out", "the engine spark is not on the class path", "--engine", "spark");
  }

  private void assertMistake(Path input, String out, String message, String... more) {
    CommandHarness harness = new CommandHarness();
    Outcome outcome = harness.run(arguments(input, out, more));
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains(message);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(harness.requests()).isEmpty();
  }

  @Test
  void theSummaryCountsWhatTheFilesHold() throws IOException {
    List<String> texts = texts(6);
    texts.add("no JSON");
    Outcome outcome =
        run(
            new CommandHarness(),
            input(texts),
            "out",
            "--seed",
            "1",
            "--texts-per-part",
            "2",
            "--format",
            "json");

    JsonNode summary = JSON.readTree(folder.resolve("out/summary.json").toFile());
    assertThat(JSON.readTree(outcome.out())).isEqualTo(summary);
    assertThat(summary.get("job"))
        .isEqualTo(JSON.readTree(folder.resolve("out/job.json").toFile()));
    assertThat(summary.get("texts").intValue()).isEqualTo(7);
    assertThat(summary.get("filled").intValue()).isEqualTo(6);
    assertThat(summary.get("failed").intValue()).isEqualTo(1);
    List<JsonNode> filled =
        results("out").stream().filter(result -> result.has("candidates")).toList();
    assertThat(summary.at("/figures/meanEnergy").doubleValue())
        .isCloseTo(mean(filled, "/diagnostics/meanEnergy"), within(1e-12));
    assertThat(summary.at("/figures/meanBestEnergy").doubleValue())
        .isCloseTo(mean(filled, "/candidates/0/energy"), within(1e-12));
    assertThat(summary.at("/figures/effectiveSampleSize").doubleValue())
        .isCloseTo(mean(filled, "/diagnostics/effectiveSampleSize"), within(1e-12));
    assertThat(summary.at("/figures/modelPasses").longValue())
        .isEqualTo(
            filled.stream().mapToLong(one -> one.at("/diagnostics/modelPasses").longValue()).sum());
    List<BleuStatistics> selfBleu = new ArrayList<>();
    for (JsonNode result : filled) {
      List<List<String>> sentences = new ArrayList<>();
      result
          .get("candidates")
          .forEach(
              candidate -> sentences.add(List.of(candidate.get("text").textValue().split(" "))));
      if (sentences.size() > 1) {
        selfBleu.addAll(SelfBleu.pooled(sentences, 4));
      }
    }
    assertThat(selfBleu).isNotEmpty();
    assertThat(summary.at("/diversity/selfBleu").doubleValue())
        .isCloseTo(BleuStatistics.sum(selfBleu).score(BleuSettings.standard()), within(1e-9));
    assertThat(summary.at("/timing/texts").intValue()).isEqualTo(7);
    assertThat(summary.at("/timing/textsPerMinute").doubleValue()).isPositive();
  }

  private static double mean(List<JsonNode> results, String figure) {
    return results.stream()
        .map(result -> result.at(figure))
        .filter(JsonNode::isNumber)
        .mapToDouble(JsonNode::doubleValue)
        .average()
        .orElseThrow();
  }

  @Test
  void progressTellsRateAndWhatIsLeft() throws IOException {
    List<String> lines = new ArrayList<>();
    Outcome shown = run(new CommandHarness().onTerminals(), input(texts(5)), "out", "--seed", "1");
    assertThat(shown.err()).contains("texts/min, about");

    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new StandardOutput(OutputStream.nullOutputStream()),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            80,
            Map.of());
    long[] now = {0};
    BatchProgress progress =
        new BatchProgress(new ProgressDisplay(console, false), 100, 10, () -> now[0]);
    for (int second = 1; second <= 125; second++) {
      now[0] = second * 1_000_000_000L;
      progress.accept(second % 5 == 0 ? 1 : 0);
    }
    err.toString(StandardCharsets.UTF_8).lines().forEach(lines::add);
    assertThat(lines)
        .containsExactly(
            "infill: 22 of 100 texts done, 12.0 texts/min, about 7 min left",
            "infill: 34 of 100 texts done, 12.0 texts/min, about 6 min left");
  }

  private static List<String> texts(int count) {
    return new ArrayList<>(
        IntStream.range(0, count)
            .mapToObj(
                k ->
                    "{\"id\":\"t%d\",\"text\":\"the ___ %s ___ .\"}"
                        .formatted(k, k % 2 == 0 ? "ran" : "old man"))
            .toList());
  }

  private Path input(List<String> lines) throws IOException {
    return Files.writeString(folder.resolve("input.jsonl"), String.join("\n", lines) + "\n");
  }

  private Outcome run(CommandHarness harness, Path input, String out, String... more) {
    return harness.run(arguments(input, out, more));
  }

  private Outcome runFill(CommandHarness harness, Path input, String out, String... more) {
    return harness.run(job(input, out, new String[0], more));
  }

  private String[] arguments(Path input, String out, String... more) {
    return job(input, out, SMALL, more);
  }

  private String[] job(Path input, String out, String[] mode, String[] more) {
    return Stream.of(
            Stream.of("batch", "--input", input.toString()),
            Stream.of("--output", folder.resolve(out).toString()),
            Arrays.stream(mode),
            Arrays.stream(more))
        .flatMap(words -> words)
        .toArray(String[]::new);
  }

  private List<String> names(String out) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(out))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(".lock"))
          .sorted()
          .toList();
    }
  }

  private List<JsonNode> results(String out) throws IOException {
    List<JsonNode> results = new ArrayList<>();
    for (String name : names(out)) {
      if (name.endsWith(".jsonl")) {
        for (String line : Files.readAllLines(folder.resolve(out).resolve(name))) {
          results.add(JSON.readTree(line));
        }
      }
    }
    return results;
  }

  private ObjectNode byId(String out) throws IOException {
    ObjectNode byId = JSON.createObjectNode();
    for (JsonNode result : results(out)) {
      assertThat(byId.replace(result.get("id").textValue(), result)).isNull();
    }
    return byId;
  }

  /** The files of results are equal byte by byte, and the summaries but for the time. */
  private void assertSameResults(String out, String expected) throws IOException {
    assertThat(names(out)).isEqualTo(names(expected));
    for (String name : names(out)) {
      Path file = folder.resolve(out).resolve(name);
      Path same = folder.resolve(expected).resolve(name);
      if (name.equals("summary.json")) {
        ObjectNode summary = (ObjectNode) JSON.readTree(file.toFile());
        ObjectNode wanted = (ObjectNode) JSON.readTree(same.toFile());
        summary.remove("timing");
        wanted.remove("timing");
        assertThat(summary).isEqualTo(wanted);
      } else {
        assertThat(file).hasSameBinaryContentAs(same);
      }
    }
  }

  private static List<String> fieldNames(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
