package dev.infill.evaluation.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.evaluation.metrics.Rouge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoriesTest {
  private static final TinyLanguageModel MODEL = new TinyLanguageModel(48);
  private static final String HEADING =
      "storyid,storytitle,sentence1,sentence2,sentence3,sentence4,sentence5";
  private static final String STORY =
      "1,\"A, b\",the cat ran .,the dog sat .,%s,the cat sat .,the mat .";

  @TempDir Path folder = Path.of("");

  private Stories stories(String... lines) throws IOException {
    Path file = folder.resolve("stories.csv");
    Files.write(file, Arrays.asList(lines));
    return new Stories(new ReferenceCorpus("roc", file, CorpusFormat.LINES));
  }

  @Test
  void thePiecesOfTheThirdSentenceAreBlanks() throws IOException {
    MaskingTask task =
        stories(HEADING, STORY.formatted("\"the cats sat .\"")).draw(MODEL, 1, 1).get(0);

    assertThat(task.id()).isEqualTo("roc:2");
    assertThat(task.masked())
        .isEqualTo(
            "the cat ran . the dog sat . [MASK] [MASK] [MASK] [MASK] [MASK] the cat sat . the mat .");
    assertThat(task.answers()).containsExactly("the", "cat", "##s", "sat", ".");
  }

  @Test
  void storiesThatTheModelCannotAnswerArePassedOver() throws IOException {
    Stories stories =
        stories(
            HEADING,
            STORY.formatted("the elephant sat ."),
            STORY.formatted("the ___ sat ."),
            STORY.formatted("the cat ".repeat(20)),
            STORY.formatted(""),
            STORY.formatted("the mat .").replace("the dog sat .", "the elephant sat ."),
            STORY.formatted("the mat .").replace("the dog sat .", ""),
            STORY.formatted("the cat ".repeat(16)),
            STORY.formatted("the mat ."));

    assertThat(stories.draw(MODEL, 1, 1)).extracting(MaskingTask::id).containsExactly("roc:9");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> stories.draw(MODEL, 1, 2))
        .withMessage(
            "corpus roc has 1 stories that can be masked, not 2: give fewer texts or a larger corpus");
  }

  @Test
  void theSeedDecidesAndMoreStoriesBeginWithTheSameOnes() throws IOException {
    String[] lines = new String[41];
    Arrays.fill(lines, STORY.formatted("the cat ."));
    lines[0] = HEADING;
    Stories stories = stories(lines);

    List<MaskingTask> few = stories.draw(MODEL, 1, 5);

    assertThat(stories.draw(MODEL, 1, 20)).startsWith(few.toArray(MaskingTask[]::new));
    assertThat(stories.draw(MODEL, 2, 5)).isNotEqualTo(few);
  }

  @Test
  void allMethodsAnswerWithPiecesAndAreHeldAgainstWhatWasWritten() throws IOException {
    MaskingTask task = stories(HEADING, STORY.formatted("the cats sat .")).draw(MODEL, 1, 1).get(0);
    InfillSettings settings =
        InfillSettings.defaults().toBuilder().chains(3).steps(20).burnIn(5).seed(1).build();
    AnswerComparison comparison =
        AnswerComparison.standard(List.of(new SampledAnswers("gibbs-mh", settings)));

    for (AnswerMethod method : comparison.methods()) {
      AnswerRun run =
          comparison
              .run(method, MODEL, task, BlankDesign.SENTENCE, new Cancellation())
              .orElseThrow();

      assertThat(run.blanks()).isEqualTo(5);
      String first = run.answers().get(0);
      assertThat(first)
          .startsWith("the cat ran . the dog sat . ")
          .endsWith(" the cat sat . the mat .");
      Rouge rouge = run.rouge().orElseThrow();
      String sentence =
          first.substring(
              "the cat ran . the dog sat .".length(),
              first.length() - "the cat sat . the mat .".length());
      assertThat(rouge).isEqualTo(Rouge.of(sentence, "the cats sat ."));
      assertThat(run.energies()).allSatisfy(energy -> assertThat(energy).isNegative());
    }
  }

  @Test
  void whatWasWrittenIsAllInCommonWithItself() throws IOException {
    AnswerText text = AnswerText.of(MODEL, "the [MASK] [MASK] [MASK] .", VocabularyChoice.PIECES);
    List<Integer> filling =
        List.of("cat", "##s", "sat").stream().map(TinyLanguageModel.TOKENS::indexOf).toList();

    assertThat(text.filledPart(MODEL, filling)).isEqualTo("cats sat");
    assertThat(Rouge.of(text.filledPart(MODEL, filling), "Cats sat.").rougeL())
        .isCloseTo(100, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "title,sentence1 | 1,2 | its first line must name columns sentence1 to sentence5",
        "sentence1,sentence2,sentence3,sentence4,sentence5 | a,b,c | stories.csv:2: 3 values, fewer",
        "sentence1,sentence2,sentence3,sentence4,sentence5 | a,b,c,d,\"e | stories.csv:2: not a line of CSV",
      })
  void aFileThatIsNotOneOfStoriesIsRefused(String heading, String line, String message)
      throws IOException {
    Stories stories = stories(heading, line);

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> stories.draw(MODEL, 1, 1))
        .withMessageContaining(message);
  }
}
