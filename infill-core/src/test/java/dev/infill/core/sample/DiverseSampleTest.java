package dev.infill.core.sample;

import static dev.infill.core.sample.Samples.TEXT;
import static dev.infill.core.sample.Samples.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.Fill;
import dev.infill.core.task.SampleSettings;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists of fillings that differ. */
class DiverseSampleTest {
  private final Infiller infiller = new Infiller(new TinyLanguageModel());

  private SampleResult sample(SampleSettings settings) {
    return infiller.sample(TEXT, settings);
  }

  @Test
  void aDiverseListWithoutDiversityIsThatOfTheBest() {
    for (String text : List.of(TEXT, "the [MASK:2] sat ___ .")) {
      assertThat(infiller.sample(text, diverse(0).with(Settings.TOP, 8)).candidates())
          .isEqualTo(infiller.sample(text, settings().with(Settings.TOP, 8)).candidates());
    }
  }

  @Test
  void aDiverseListIsOfThePoolAndTellsOfEachWhatItIs() {
    for (String text : List.of(TEXT, "the [MASK:2] sat ___ .")) {
      List<Candidate> all = infiller.sample(text, settings().with(Settings.TOP, 1000)).candidates();
      List<Candidate> best = all.subList(0, 5);
      List<Candidate> diverse = infiller.sample(text, diverse(0.9)).candidates();

      assertThat(diverse).hasSize(5).doesNotHaveDuplicates().startsWith(best.get(0));
      assertThat(all).containsAll(diverse);
      assertThat(differentWords(diverse)).isGreaterThan(differentWords(best));
      assertThat(infiller.sample(text, diverse(0.9).with(Settings.TOP, 3)).candidates())
          .isEqualTo(diverse.subList(0, 3));
    }
  }

  @ParameterizedTest
  @EnumSource(Pool.class)
  void aDiverseListOfManyIsTheWholePool(Pool pool) {
    SampleResult infilling = sample(diverse(1).with(Settings.POOL, pool).with(Settings.TOP, 1000));
    SampleResult best = sample(settings().with(Settings.POOL, pool).with(Settings.TOP, 1000));

    assertThat(infilling.candidates())
        .filteredOn(candidate -> candidate.visits() > 0)
        .hasSize(infilling.diagnostics().distinctFillings());
    assertThat(infilling.candidates())
        .extracting(Samples::tokens)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            best.candidates().stream().map(Samples::tokens).toList());
  }

  private static SampleSettings diverse(double diversity) {
    return settings()
        .with(Settings.SELECT, Selection.DIVERSE)
        .with(Settings.DIVERSITY, OptionalDouble.of(diversity));
  }

  /** How many different words there are, summed over the blanks. */
  private static long differentWords(List<Candidate> candidates) {
    return candidates.stream()
        .flatMap(
            candidate ->
                candidate.fills().stream()
                    .collect(
                        Collectors.groupingBy(
                            Fill::blank, Collectors.mapping(Fill::token, Collectors.toList())))
                    .entrySet()
                    .stream())
        .distinct()
        .count();
  }
}
