package dev.infill.web.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateMetricsCommandTest {
  private static final String VERSION = "|v:" + Versions.current().infill();
  private static final String CAT = "the cat sat on the mat\n";
  private static final String DOG = "the dog sat on the mat\n";

  private final CommandHarness harness = new CommandHarness();

  @TempDir private Path folder;

  @Test
  void jsonHoldsEveryFigureAndItsSignature() throws Exception {
    JsonNode json =
        json(
            harness
                .standardInput(CAT + DOG)
                .run(
                    "evaluate",
                    "metrics",
                    "--hypotheses",
                    "-",
                    "--tbc",
                    file("tbc.txt", "`` the cat sat ''\n"),
                    "--wiki",
                    file("wiki.txt", "The @@UNKNOWN@@ sat on the mat\n"),
                    "--references",
                    file("a.txt", "A bird\n"),
                    file("b.txt", "the cat sat on a mat\nit sat\n"),
                    "--format",
                    "json"));

    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "sentences",
            "tokens",
            "references",
            "corpusBleu",
            "selfBleu",
            "selfBleuMeanOfSentences",
            "unique",
            "distinct",
            "bleu",
            "signatures",
            "versions");
    assertThat(json.get("sentences").asInt()).isEqualTo(2);
    assertThat(json.get("tokens").asInt()).isEqualTo(12);
    assertThat(json.get("references").toString())
        .isEqualTo("{\"tbc\":1,\"wiki\":1,\"references\":3}");

    // Matches: all but "dog"; "the dog", "dog sat"; "the dog sat", "dog sat on"; and of four words
    // "the cat sat on" and twice "sat on the mat".
    JsonNode counts = json.get("bleu").get("corpus");
    assertThat(counts.get("matches").toString()).isEqualTo("[11,8,6,3]");
    assertThat(counts.get("totals").toString()).isEqualTo("[12,10,8,6]");
    assertThat(counts.get("precisions").get(3).asDouble()).isEqualTo(50);
    assertThat(counts.get("brevityPenalty").asDouble()).isEqualTo(1);
    assertThat(json.get("corpusBleu").asDouble())
        .isCloseTo(100 * Math.pow(11 / 12.0 * 8 / 10 * 6 / 8 * 3 / 6, 0.25), within(1e-9));
    // Each sentence matches the other with all but one word.
    double selfBleu = 100 * Math.pow(10 / 12.0 * 6 / 10 * 4 / 8 * 2 / 6, 0.25);
    assertThat(json.get("selfBleu").asDouble()).isCloseTo(selfBleu, within(1e-9));
    assertThat(json.get("selfBleuMeanOfSentences").asDouble()).isCloseTo(selfBleu, within(1e-9));
    assertThat(json.get("bleu").get("self").get("matches").toString()).isEqualTo("[10,6,4,2]");

    JsonNode unique = json.get("unique");
    assertThat(unique.fieldNames())
        .toIterable()
        .containsExactly("self", "tbc", "wiki", "references");
    assertThat(unique).allSatisfy(by -> assertThat(by).hasSize(4));
    assertThat(unique.get("self").get("1").asDouble()).isCloseTo(100 * 2 / 12.0, within(1e-9));
    assertThat(unique.get("tbc").get("1").asDouble()).isCloseTo(100 * 3 / 12.0, within(1e-9));
    assertThat(unique.get("wiki").get("1").asDouble()).isCloseTo(100 * 2 / 12.0, within(1e-9));
    assertThat(unique.get("references").get("4").asDouble()).isCloseTo(100 * 4 / 6.0, within(1e-9));
    assertThat(json.get("distinct").get("1").asDouble()).isCloseTo(100 * 6 / 12.0, within(1e-9));

    JsonNode signatures = json.get("signatures");
    assertThat(signatures.get("corpusBleu").asText())
        .isEqualTo("bleu|n:4|smooth:none|refs:all|tok:ws|lc" + VERSION);
    assertThat(signatures.get("selfBleu").asText())
        .isEqualTo("self-bleu|n:4|smooth:none|refs:others|tok:ws|lc" + VERSION);
    assertThat(signatures.get("selfBleuMeanOfSentences").asText())
        .isEqualTo("self-bleu-mean|n:4|smooth:epsilon:0.1|refs:others|tok:ws|lc" + VERSION);
    assertThat(signatures.get("unique").get("wiki").asText())
        .isEqualTo("unique|n:1-4|refs:wiki|tok:ws|lc" + VERSION);
    assertThat(signatures.get("unique")).hasSize(4);
    assertThat(signatures.get("distinct").asText()).isEqualTo("distinct|n:1-4|tok:ws|lc" + VERSION);
    assertThat(json.get("versions").has("infill")).isTrue();
  }

  @Test
  void textIsATableWithSignatures() throws Exception {
    Outcome outcome =
        harness
            .standardInput(CAT + DOG)
            .run("evaluate", "metrics", "--hypotheses", "-", "--tbc", file("tbc.txt", CAT));

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out().replace(VERSION, ""))
        .isEqualTo(
            """
            2 sentences, 12 words

            BLEU                          score  by n = 1, 2, …
            ----------------------------  -----  ------------------------------------------
            corpus BLEU                   77.82  91.7/80.0/75.0/66.7, brevity penalty 1.000
            self-BLEU                     53.73  83.3/60.0/50.0/33.3, brevity penalty 1.000
            self-BLEU, mean of sentences  53.73

            n-grams (%)             n=1    n=2    n=3    n=4
            --------------------  -----  -----  -----  -----
            unique n-grams: self  16.67  40.00  50.00  66.67
            unique n-grams: tbc    8.33  20.00  25.00  33.33
            distinct n-grams      50.00  70.00  75.00  83.33

            corpus BLEU                   bleu|n:4|smooth:none|refs:all|tok:ws|lc
            self-BLEU                     self-bleu|n:4|smooth:none|refs:others|tok:ws|lc
            self-BLEU, mean of sentences  self-bleu-mean|n:4|smooth:epsilon:0.1|refs:others|tok:ws|lc
            unique n-grams: self          unique|n:1-4|refs:self|tok:ws|lc
            unique n-grams: tbc           unique|n:1-4|refs:tbc|tok:ws|lc
            distinct n-grams              distinct|n:1-4|tok:ws|lc
            """);
  }

  @Test
  void whatCannotBeComputedIsNullOrADashAndWhy() throws Exception {
    JsonNode json =
        json(
            harness
                .standardInput("one\n")
                .run("evaluate", "metrics", "--hypotheses", "-", "--format", "json"));
    for (String figure : List.of("corpusBleu", "selfBleu", "selfBleuMeanOfSentences")) {
      assertThat(json.get(figure).isNull()).as(figure).isTrue();
      assertThat(json.get("signatures").get(figure).isNull()).as(figure).isTrue();
    }
    assertThat(json.get("unique").toString())
        .isEqualTo("{\"self\":{\"1\":100.0,\"2\":null,\"3\":null,\"4\":null}}");

    assertThat(
            harness
                .standardInput("one\n")
                .run("evaluate", "metrics", "--hypotheses", "-")
                .out()
                .lines())
        .contains(
            "1 sentence, 1 word",
            "corpus BLEU                       –  no --tbc, --wiki or --references",
            "self-BLEU                         –  needs two sentences or more",
            "unique n-grams: self  100.00    –    –    –")
        .noneMatch(line -> line.contains("bleu|"));
  }

  @Test
  void optionsReachTheFiguresAndTheirSignatures() throws Exception {
    JsonNode json =
        json(
            harness
                .standardInput("The cat\nthe mat\n")
                .run(
                    "evaluate",
                    "metrics",
                    "--hypotheses",
                    "-",
                    "--references",
                    file("a.txt", "the cat\n"),
                    "--weights",
                    "3,1",
                    "--smoothing",
                    "add-k:2",
                    "--effective-order",
                    "--no-lower-case",
                    "--format",
                    "json"));

    // "cat" and "the" match, and no two words.
    assertThat(json.get("corpusBleu").asDouble())
        .isCloseTo(
            100 * Math.pow(2 / 4.0, 0.75) * Math.pow((0 + 2) / (2.0 + 2), 0.25), within(1e-9));
    assertThat(json.get("signatures").get("corpusBleu").asText())
        .isEqualTo("bleu|n:2|w:0.75,0.25|smooth:add-k:2|eff:yes|refs:all|tok:ws|mixed" + VERSION);
    assertThat(json.get("signatures").get("selfBleuMeanOfSentences").asText())
        .isEqualTo(
            "self-bleu-mean|n:2|w:0.75,0.25|smooth:add-k:2|eff:yes|refs:others|tok:ws|mixed"
                + VERSION);
    assertThat(json.get("unique").get("self")).hasSize(4);
  }

  @Test
  void ordersBeyondFourAreCounted() throws Exception {
    JsonNode json =
        json(
            harness
                .standardInput(CAT + CAT)
                .run(
                    "evaluate",
                    "metrics",
                    "--hypotheses",
                    "-",
                    "--tbc",
                    file("tbc.txt", CAT),
                    "--order",
                    "6",
                    "--format",
                    "json"));

    assertThat(json.get("corpusBleu").asDouble()).isEqualTo(100);
    assertThat(json.get("selfBleu").asDouble()).isEqualTo(100);
    assertThat(json.get("bleu").get("corpus").get("precisions")).hasSize(6);
  }

  @Test
  void wordsAreLowerCasedButTheUnknownTokenStays() throws Exception {
    JsonNode json =
        json(
            harness
                .standardInput("The [UNK] SAT on the mat\n")
                .run(
                    "evaluate",
                    "metrics",
                    "--hypotheses",
                    "-",
                    "--wiki",
                    file("wiki.txt", "= Cats =\nThe @@UNKNOWN@@ sat on the <unk>\n"),
                    "--format",
                    "json"));

    assertThat(json.get("bleu").get("corpus").get("matches").toString()).isEqualTo("[5,4,3,2]");
    assertThat(json.get("references").get("wiki").asInt()).isEqualTo(1);
  }

  @Test
  void blankLinesArePassedOverAndReported() throws Exception {
    String text = CAT + "\n \n" + DOG + "\n" + CAT;
    String[] arguments = {"evaluate", "metrics", "--hypotheses", "-", "--format", "json"};

    Outcome outcome = harness.standardInput(text).run(arguments);

    assertThat(json(outcome).get("sentences").asInt()).isEqualTo(3);
    assertThat(outcome.err())
        .isEqualTo("infill: standard input:2: 3 blank lines were passed over\n");
    List<String> quiet = new ArrayList<>(List.of(arguments));
    quiet.add("--quiet");
    assertThat(harness.standardInput(text).run(quiet.toArray(String[]::new)).err()).isEmpty();
  }

  @Test
  void filesMayBePacked() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write((CAT + DOG).getBytes(StandardCharsets.UTF_8));
    }

    JsonNode json =
        json(
            harness
                .standardInput(packed.toByteArray())
                .run("evaluate", "metrics", "--hypotheses", "-", "--format", "json"));

    assertThat(json.get("sentences").asInt()).isEqualTo(2);
  }

  @Test
  void aLineThatIsNotUtf8IsNamed() {
    Outcome outcome =
        harness
            .standardInput(new byte[] {'a', '\n', (byte) 0xff, '\n'})
            .run("evaluate", "metrics", "--hypotheses", "-");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("infill: standard input:2: ").hasLineCount(1);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void aBarIsShownOnATerminalAndTakenAway() throws Exception {
    Outcome outcome =
        new CommandHarness()
            .onTerminals()
            .run(
                "evaluate",
                "metrics",
                "--hypotheses",
                file("samples.txt", (CAT + DOG).repeat(50_000)),
                "--color",
                "never");

    assertThat(outcome.err()).contains("reading").endsWith("\r").doesNotContain("\n");
    assertThat(outcome.out()).startsWith("100,000 sentences, 600,000 words\n");
  }

  /** The whole way from files to JSON, against the golden values; see GoldenMetricsTest. */
  @Test
  void theGoldenFilesGiveTheGoldenFigures() throws Exception {
    String given = System.getProperty("golden.metrics");
    Assumptions.assumeTrue(given != null, "no golden values: -Dgolden.metrics=FILE names them");
    Path golden = Path.of(given);
    Path data = golden.toAbsolutePath().resolveSibling("../data").normalize();
    for (Map.Entry<String, JsonNode> file :
        new ObjectMapper().readTree(Files.readString(golden)).get("files").properties()) {
      JsonNode json =
          json(
              harness.run(
                  "evaluate",
                  "metrics",
                  "--hypotheses",
                  data.resolve("bert-gen").resolve(file.getKey()).toString(),
                  "--tbc",
                  data.resolve("tbc.5k.txt").toString(),
                  "--wiki",
                  data.resolve("wiki103.5k.txt").toString(),
                  "--format",
                  "json"));

      JsonNode expected = file.getValue();
      assertThat(json.get("corpusBleu").asDouble())
          .isCloseTo(
              expected.get("corpus_bleu_vs_tbc_plus_wiki103").get("bleu").asDouble(), within(1e-6));
      assertThat(json.get("selfBleu").asDouble())
          .isCloseTo(expected.get("self_bleu").get("bleu").asDouble(), within(1e-6));
      for (int n = 1; n <= 4; n++) {
        JsonNode unique = expected.get("unique_" + n + "_grams");
        for (Map.Entry<String, String> name :
            Map.of("self", "self", "tbc", "tbc", "wiki", "wiki103").entrySet()) {
          assertThat(json.get("unique").get(name.getKey()).get(String.valueOf(n)).asDouble())
              .isCloseTo(unique.get(name.getValue()).asDouble(), within(1e-6));
        }
      }
    }
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static JsonNode json(Outcome outcome) throws IOException {
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).hasLineCount(1);
    return new ObjectMapper().readTree(outcome.out());
  }
}
