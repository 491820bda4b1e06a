package dev.infill.web.cli.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.bert.BertModel;
import dev.infill.bert.BertModelOptions;
import dev.infill.bert.weights.SyntheticEsm;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.core.score.Scorer;
import dev.infill.web.cli.CommandHarness;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.protein.Fasta;
import dev.infill.web.protein.ProteinSequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code infill protein}, with a random ESM-2. */
class ProteinCommandTest {
  private static final String WILD_TYPE = "MKAAGLQQVS";
  private static final String SCORED = "MKA[MASK][MASK][MASK]QQVS";

  @TempDir static Path folder = Path.of("");

  private final CommandHarness harness =
      new CommandHarness()
          .loader(options -> BertModel.open(options.withCache(folder).withThreads(1)));

  @BeforeAll
  static void write() throws IOException {
    new SyntheticEsm(new SyntheticEsm.Shape(1, 2, 4, 12, true, true, false))
        .write(folder.resolve("esm2"));
  }

  private Outcome run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("protein", "--seed", "1", "--model"));
    all.add(folder.resolve("esm2").toString());
    all.addAll(List.of(arguments));
    return harness.run(all.toArray(String[]::new));
  }

  private JsonNode json(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--format", "json"));
    Outcome outcome = run(all.toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return new ObjectMapper().readTree(outcome.out());
  }

  /**
   * Every design that may be, M of each asked for by itself, and exp(M) normalized over them. All
   * of them are found, so what is told is exact, and right to a rounding.
   */
  @Test
  void probabilitiesAreThoseOfAllDesigns() throws IOException {
    Map<String, Double> scores = new TreeMap<>();
    try (BertModel model =
        BertModel.open(
            BertModelOptions.defaults()
                .withModel(folder.resolve("esm2").toString())
                .withCache(folder)
                .withThreads(1))) {
      Scorer scorer = new Scorer(model);
      for (String first : List.of("A", "E", "G", "L", "Q")) {
        for (String second : List.of("A", "G", "L", "Q")) {
          for (String third : List.of("A", "E", "G", "L", "Q")) {
            String design = "MKA" + first + second + third + "QQVS";
            // No residue three times in a row, fixed ones counted.
            if (!Pattern.compile("(.)\\1\\1").matcher(design).find()) {
              scores.put(
                  design,
                  scorer.scoreFills(SCORED, List.of(first, second, third)).twoWay().orElseThrow());
            }
          }
        }
      }
    }
    double total = scores.values().stream().mapToDouble(Math::exp).sum();
    Map<String, Double> expected = new HashMap<>();
    List<Map<String, Double>> marginals =
        List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    scores.forEach(
        (design, score) -> {
          expected.put(design, Math.exp(score) / total);
          for (int k = 0; k < 3; k++) {
            marginals
                .get(k)
                .merge(design.substring(k + 3, k + 4), Math.exp(score) / total, Double::sum);
          }
        });

    JsonNode told =
        json(
            WILD_TYPE,
            "--redesign",
            "3-6",
            "--fixed",
            "3",
            "--allow",
            "AEGLQC",
            "--forbid",
            "C",
            "--forbid",
            "5=E",
            "--max-run",
            "2",
            "--top",
            "1000");

    assertThat(told.at("/positions").toString()).isEqualTo("[4,5,6]");
    assertThat(told.at("/verdict/reliability").asText()).isEqualTo("exact");
    assertThat(told.at("/wildType/twoWay").asDouble())
        .isCloseTo(scores.get(WILD_TYPE), within(1e-4));
    assertThat(told.at("/designs")).hasSize(scores.size());
    for (JsonNode design : told.at("/designs")) {
      String sequence = design.get("sequence").asText();
      assertThat(expected).containsKey(sequence);
      assertThat(design.get("twoWay").asDouble()).isCloseTo(scores.get(sequence), within(1e-4));
      assertThat(design.get("twoWayDifference").asDouble())
          .isCloseTo(
              Objects.requireNonNull(scores.get(sequence))
                  - Objects.requireNonNull(scores.get(WILD_TYPE)),
              within(1e-4));
      assertThat(design.get("probability").asDouble())
          .as(sequence)
          .isCloseTo(expected.get(sequence), within(1e-6));
    }
    for (int k = 0; k < 3; k++) {
      JsonNode words = told.at("/marginals/" + k + "/words");
      assertThat(words).hasSize(marginals.get(k).size());
      for (JsonNode word : words) {
        String residue = word.get("text").asText();
        assertThat(word.get("probability").asDouble())
            .as("%s at %d", residue, k + 4)
            .isCloseTo(marginals.get(k).get(residue), within(1e-6));
        assertThat(told.at("/profile/" + (k + 4) + "/" + residue).asDouble())
            .isEqualTo(word.get("probability").asDouble());
      }
    }
  }

  @Test
  void designsAreToldWithTheirMutations() {
    Outcome outcome =
        run(
            WILD_TYPE,
            "--redesign",
            "4-6",
            "--allow",
            "4=AG",
            "--allow",
            "5-6=LV",
            "--top",
            "20",
            "--details");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("wild type  M -")
        .containsPattern("(?m)^ 1  \\d+\\.\\d+ %  [123] mutations?, M [+-]\\d\\.\\d\\d: ")
        .contains("A4G G5V L6V")
        .contains("MKAGVVQQVS")
        .contains("each position, whatever stands in the others:")
        .containsPattern("(?m)^A4  [AG] ")
        .containsPattern("(?m)^G5  [LV] ")
        .doesNotContain("\u001b");
  }

  @Test
  void theWildTypeIsNoMutation() throws IOException {
    JsonNode told = json(WILD_TYPE, "--redesign", "4,5", "--allow", "AG", "--top", "9");

    for (JsonNode design : told.at("/designs")) {
      boolean isWildType = design.get("sequence").asText().equals(WILD_TYPE);
      assertThat(design.get("mutations").isEmpty()).isEqualTo(isWildType);
      if (isWildType) {
        assertThat(design.get("twoWayDifference").asDouble()).isCloseTo(0, within(1e-4));
      }
    }
    assertThat(told.at("/designs")).hasSize(4);
    assertThat(told.has("record")).isFalse();
    assertThat(told.has("verdict")).isTrue();
  }

  @Test
  void recordsOfAFileComeToFiles() throws IOException {
    Path out = folder.resolve("designs");
    String[] arguments = {
      "--fasta", "-", "--redesign", "2-3", "--forbid", "C", "--top", "3", "--out", out.toString()
    };
    harness.standardInput(">sp|P1 first\nMKAAGL\n>P2\nmkvs\n");
    Outcome outcome = run(arguments);

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("== sp|P1").contains("== P2");
    List<ProteinSequence> designs;
    try (var file = Files.newInputStream(out.resolve("designs.fasta"))) {
      designs = Fasta.read("designs.fasta", file);
    }
    assertThat(designs).hasSize(6);
    assertThat(designs.get(0).header())
        .matches(
            "sp\\|P1_design1 M=-\\d+\\.\\d{4} difference=-?\\d+\\.\\d{4} p=[\\d.e-]+"
                + " mutations=(none|K2[A-Z](,A3[A-Z])?|A3[A-Z])");
    assertThat(designs.get(0).residues()).matches("M[^C][^C]AGL");
    assertThat(designs.get(5).name()).isEqualTo("P2_design3");
    assertThat(out.resolve("logo-1.svg")).content().contains("record sp|P1").contains(">K<");
    assertThat(out.resolve("logo-2.svg")).exists();

    harness.standardInput(">sp|P1 first\nMKAAGL\n");
    Outcome again = run(arguments);
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("is there already; --force replaces it");
  }

  /** A text as long as that goes through the model in a window around its blanks. */
  @Test
  void longSequencesAreReadAroundTheirPositions() {
    Outcome outcome =
        run("ACDEFGHIKL".repeat(12), "--redesign", "61,63", "--top", "1", "--details");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out())
        .contains("the text is longer than the model reads")
        .containsPattern("of\\s+\\d+\\s+of\\s+its\\s+120\\s+residues")
        .contains("A61 ");
  }

  @Test
  void allPositionsMayBeRedesigned() {
    Outcome outcome =
        run("MKAAGLQQVSMKAAGLQQVSMKAAGLQQVSMKAAGL", "--redesign", "all", "--top", "1");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "MKAJ --redesign 2; not an amino acid at position 4 of the sequence: 'J'",
        "MKA_ --redesign 2; not an amino acid at position 4 of the sequence: '_'",
        "MKAA --redesign 2-9; redesign names position 9, but the sequence has 4 residues",
        "MKAA --redesign 2 --fixed 1-3; nothing is left to redesign in the sequence",
        "MKAA --redesign 2 --allow 2=K --forbid K; all residues that position 2",
        "MKAA --redesign 2 --allow 3=K; allow names no position of the sequence",
        "MKAA --redesign two; expected positions, counted from 1",
        "MKAA --redesign 2 --forbid 7; expected amino acids",
        "MKAA; give --redesign with the positions to redesign",
        "--redesign 2; give one sequence, or --fasta with a file",
        "MKAA KAA --redesign 2; give one sequence, or --fasta with a file",
        "--fasta none.fasta --redesign 2; there is no file none.fasta",
        "--fasta . --redesign 2; . is a folder, where a file is to be read",
        "MKAA --redesign 2 --vocabulary full; unknown option '--vocabulary'",
        "MKAA --redesign 2 --chains 3; unknown option '--chains'",
        "MKAA --redesign 2 --max-run 0; max-run must be from 1 to 512",
        "MAAA --redesign 2-3 --allow A --max-run 2; the sequence: no filling was found without",
        "MKAA --redesign 2 --out README.md; README.md is there and is not a folder"
      })
  void whatCannotBeIsRefusedInALine(String arguments, String why) throws IOException {
    String[] words =
        arguments.replace("README.md", folder.resolve("esm2/vocab.txt").toString()).split(" ", -1);
    Outcome outcome = run(words);

    assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isEqualTo(2);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err())
        .contains(why.replace("README.md", folder.resolve("esm2/vocab.txt").toString()));
  }

  /** Its word pieces are letters, which it reads with spaces between them. */
  @Test
  void aProtBertIsReadWithSpacesBetweenItsLetters() throws IOException {
    Path model = folder.resolve("protbert");
    SyntheticFolder.protBert().write(model);
    Outcome outcome =
        harness.run(
            "protein",
            "--model",
            model.toString(),
            "--redesign",
            "3,5",
            "MKTAYIAK",
            "--format",
            "json",
            "--top",
            "400");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    JsonNode told = new ObjectMapper().readTree(outcome.out());
    try (BertModel opened =
        BertModel.open(
            BertModelOptions.defaults()
                .withModel(model.toString())
                .withCache(folder)
                .withThreads(1))) {
      for (JsonNode design : told.at("/designs")) {
        String sequence = design.get("sequence").asText();
        assertThat(sequence).matches("MK[A-Z]A[A-Z]IAK");
        List<String> fills = List.of(sequence.substring(2, 3), sequence.substring(4, 5));
        assertThat(design.get("twoWay").asDouble())
            .isCloseTo(
                new Scorer(opened)
                    .scoreFills("M K [MASK] A [MASK] I A K", fills)
                    .twoWay()
                    .orElseThrow(),
                within(1e-4));
      }
    }
    assertThat(told.at("/designs")).isNotEmpty();
  }

  /** Without spaces, its letters are words that it does not know. */
  @Test
  void wordsThatTheModelDoesNotKnowAreCounted() throws IOException {
    Path model = folder.resolve("protbert");
    SyntheticFolder.protBert().write(model);
    List<String> unknown = List.of("--model", model.toString(), "MKT[MASK]YIAK");
    for (String verb : List.of("fill", "sample")) {
      List<String> words = new ArrayList<>(List.of(verb));
      words.addAll(unknown);
      assertThat(harness.run(words.toArray(String[]::new)).out().replaceAll("\\s+", " "))
          .contains("Note: the model does not know 2 pieces of the text");
      words.addAll(List.of("--format", "json"));
      assertThat(harness.run(words.toArray(String[]::new)).out()).contains("\"unknownPieces\":2");
      words.set(3, "M K T [MASK] Y I A K");
      assertThat(harness.run(words.toArray(String[]::new)).out()).doesNotContain("unknownPieces");
    }
  }

  @Test
  void aModelOfWordsIsRefused() {
    CommandHarness words = new CommandHarness();
    Outcome outcome =
        words.run("protein", "--model", "bert-base-uncased", "--redesign", "2", "MKAA");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .matches("infill: .* is no model of proteins, whose tokens are single amino acids: .*\n");

    Outcome without = words.run("protein", "--redesign", "2", "MKAA");
    assertThat(without.exitCode()).isEqualTo(2);
    assertThat(without.err()).contains("give --model with the folder of a model of proteins");
  }
}
