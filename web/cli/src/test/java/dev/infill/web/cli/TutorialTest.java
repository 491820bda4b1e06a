package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.BertModel;
import dev.infill.bert.BertModelOptions;
import dev.infill.web.cli.CommandHarness.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The steps of docs/tutorial.md, on the model that they tell of. */
@Tag("exhaustive")
@Tag("gate")
class TutorialTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("(?s)```sh\n./infill ([^\n]+)\n```\n\n```text\n(.*?)```");
  private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private static final Pattern RANK = Pattern.compile("rank [0-9,]+");

  static Stream<Arguments> examples() throws IOException {
    // Surefire runs in the folder of the module.
    String tutorial = Files.readString(Path.of("..", "..", "docs", "tutorial.md"));
    return EXAMPLE
        .matcher(tutorial)
        .results()
        .map(example -> Arguments.of(example.group(1), example.group(2)));
  }

  /** Other processors round otherwise, which figures tell; fillings that are far ahead stay so. */
  @ParameterizedTest
  @MethodSource("examples")
  void givesWhatIsShown(String command, String shown) {
    String[] arguments =
        ARGUMENT
            .matcher(command)
            .results()
            .map(argument -> argument.group(1) == null ? argument.group(2) : argument.group(1))
            .toArray(String[]::new);
    BertModelOptions shared = BertModelOptions.defaults();

    Outcome outcome = new CommandHarness().loader(options -> BertModel.open(shared)).run(arguments);

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    List<String> fillings = fillings(shown);
    assertThat(fillings).hasSize(3);
    assertThat(fillings(outcome.out())).containsSubsequence(fillings);
    // What is only scored is no answer by itself.
    List<String> ranks = RANK.matcher(shown).results().map(MatchResult::group).toList();
    assertThat(ranks).hasSize(command.startsWith("score ") ? 3 : 0);
    assertThat(RANK.matcher(outcome.out()).results().map(MatchResult::group))
        .containsExactlyElementsOf(ranks);
  }

  /** Returns the filled texts, without the figures before them. */
  private static List<String> fillings(String output) {
    return output
        .lines()
        .filter(line -> line.endsWith(" ."))
        .map(line -> line.replaceAll(".*  ", ""))
        .toList();
  }

  @Test
  void hasTenExamples() throws IOException {
    assertThat(examples()).hasSize(10);
  }
}
