package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.console.ExitCode;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Whatever number an option is given: one line and exit code 2, or finite figures. */
class NumberExtremesTest {
  private static final List<String> OPTIONS =
      List.of(
          "--sampler dmala --alpha=",
          "--sampler dula --alpha=",
          "--sampler cdmala --alpha0=",
          "--sampler dmala --adapt=",
          "--acceptance non-reversible --delta=",
          "--temperature=",
          "--temperature 0.5 --anneal=",
          "--chains=",
          "--steps=",
          "--burn-in=",
          "--top=",
          "--max-blanks=",
          "--batch=",
          "--seed=",
          "--threads=");

  private final CommandHarness harness = new CommandHarness();

  @Test
  void whatIsUsualIsTaken() throws JsonProcessingException {
    for (String option : OPTIONS) {
      Outcome outcome = run(option, usual(option));
      assertThat(outcome.exitCode()).as(option + outcome.err()).isEqualTo(ExitCode.SUCCESS);
      assertFinite(outcome.out());
    }
  }

  private static String usual(String option) {
    if (option.contains("delta") || option.contains("adapt")) {
      return "0.5";
    }
    return option.contains("max-blanks") ? "2" : "1";
  }

  @Property(seed = "51", tries = 250)
  void areRefusedOrEndInFiniteFigures(
      @ForAll("options") String option, @ForAll("numbers") String number)
      throws JsonProcessingException {
    Outcome outcome = run(option, number);

    if (outcome.exitCode() == ExitCode.SUCCESS) {
      assertFinite(outcome.out());
    } else {
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err()).startsWith("infill: ").hasLineCount(1);
    }
  }

  @Property(seed = "52", tries = 100)
  void ofFillAreRefusedOrEndInProbabilities(
      @ForAll("optionsOfFill") String option, @ForAll("numbers") String number)
      throws JsonProcessingException {
    Outcome outcome =
        harness.run("fill", "the ___ ran ___", "--format", "json", "--quiet", option + number);

    if (outcome.exitCode() != ExitCode.SUCCESS) {
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).startsWith("infill: ").hasLineCount(1);
      return;
    }
    JsonNode json = JsonMapper.builder().build().readTree(outcome.out());
    for (JsonNode candidate : json.get("candidates")) {
      assertThat(candidate.get("twoWay").doubleValue()).isLessThanOrEqualTo(0);
      assertThat(candidate.get("probabilityBound").doubleValue()).isBetween(0.0, 1.0);
      JsonNode probability = candidate.get("probability");
      assertThat(probability.isNull() || probability.doubleValue() <= 1).isTrue();
    }
  }

  @Provide
  Arbitrary<String> optionsOfFill() {
    return Arbitraries.of(
        "--temperature=", "--top=", "--max-passes=", "--max-seconds=", "--max-blanks=", "--seed=");
  }

  private Outcome run(String option, String number) {
    List<String> arguments =
        new ArrayList<>(List.of("sample", "the ___ ran ___", "--format", "json", "--quiet"));
    if (!option.contains("--chains")) {
      arguments.addAll(List.of("--chains", "3"));
    }
    if (!option.contains("--steps")) {
      arguments.addAll(List.of("--steps", "10"));
    }
    arguments.addAll(List.of((option + number).split(" ")));
    return harness.run(arguments.toArray(String[]::new));
  }

  private static void assertFinite(String out) throws JsonProcessingException {
    JsonNode json = JsonMapper.builder().build().readTree(out);
    assertThat(json.get("candidates")).isNotEmpty();
    for (JsonNode candidate : json.get("candidates")) {
      assertThat(candidate.get("energy").isNumber()).as(candidate.toString()).isTrue();
    }
    assertThat(json.at("/diagnostics/acceptanceRate").isNumber()).isTrue();
  }

  @Provide
  Arbitrary<String> options() {
    return Arbitraries.of(OPTIONS);
  }

  @Provide
  Arbitrary<String> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "0",
            "-0.0",
            "-1",
            "4.9e-324",
            "1e-400",
            "1e-300",
            "1e300",
            "1.7976931348623157e308",
            "1e400",
            "NaN",
            "Infinity",
            "-Infinity",
            "2147483647",
            "-2147483648",
            "2147483648",
            "9223372036854775807",
            "9223372036854775808"),
        Arbitraries.integers().between(1, 12).map(String::valueOf),
        Arbitraries.doubles().between(-10, 10).map(exponent -> "" + Math.pow(10, exponent)));
  }
}
