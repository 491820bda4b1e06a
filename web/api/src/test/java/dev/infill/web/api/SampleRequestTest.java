package dev.infill.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.BlankConstraint;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.ModelDescription;
import dev.infill.core.text.VocabularyChoice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampleRequestTest {
  private static final ModelDescription MODEL =
      new ModelDescription("tiny", "a".repeat(64), "cpu", "float32", Map.of("runtime", "1"));

  @Test
  void settingsAreReadAsTheyWereWritten() {
    SampleSettings defaults = SampleSettings.defaults();
    for (SampleSettings settings :
        List.of(
            defaults,
            SampleSettings.paper(),
            defaults
                .with(Settings.SAMPLER, "gwg")
                .with(Settings.BALANCING, BalancingFunction.of("barker"))
                .with(Settings.CHAINS, 7)
                .with(Settings.STEPS, 500)
                .with(Settings.BURN_IN, 499)
                .withSeed(Long.MIN_VALUE)
                .with(Settings.START, Start.RANDOM)
                .with(Settings.VOCABULARY, VocabularyChoice.FULL)
                .withConstraints(
                    Map.of(
                        1, new BlankConstraint(List.of("a", "b"), List.of()),
                        3, new BlankConstraint(List.of(), List.of("c"))))
                .with(Settings.KEYWORD, new TreeMap<>(Map.of("New York", -2.5, "rain", 1.0)))
                .with(Settings.TEMPERATURE, 0.7)
                .with(Settings.ANNEAL, OptionalDouble.of(3))
                .with(Settings.BATCH, 3)
                .with(Settings.MAX_BLANKS, 5),
            defaults
                .with(Settings.SAMPLER, "dmala")
                .with(Settings.ADAPT, OptionalDouble.of(0.5))
                .with(Settings.POOL, Pool.LAST)
                .with(Settings.REPEATS, true)
                .with(Settings.TOP, 9),
            defaults.with(Settings.SAMPLER, "dula").with(Settings.MINIBATCH, OptionalInt.of(4)),
            defaults
                .with(Settings.SELECT, Selection.DIVERSE)
                .with(Settings.DIVERSITY, OptionalDouble.of(0.25)))) {
      String json = new JsonLines().line(SettingsJson.of(settings, MODEL, Versions.current()));

      assertThat(SampleRequest.readSettings(json.getBytes(StandardCharsets.UTF_8), MODEL))
          .isEqualTo(settings);
    }
  }

  @Test
  void aDiverseListPutsRepeatsAsideAndOneOfTheBestDiversity() {
    SampleSettings diverse =
        choices("{\"preset\": \"paper\", \"select\": \"diverse\", \"diversity\": 0.75}");

    assertThat(diverse)
        .isEqualTo(
            SampleSettings.paper()
                .with(Settings.REPEATS, false)
                .with(Settings.SELECT, Selection.DIVERSE)
                .with(Settings.DIVERSITY, OptionalDouble.of(0.75)));
    ChosenSettings best = new ChosenSettings();
    best.put(Settings.SELECT, Selection.BEST);
    assertThat(best.over(diverse)).isEqualTo(SampleSettings.paper().with(Settings.REPEATS, false));
    assertThatThrownBy(() -> choices("{\"diversity\": 0.75}"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            thrown -> assertThat(thrown.field()).isEqualTo("diversity"))
        .hasMessageContaining("needs select 'diverse'");
    assertThatThrownBy(() -> choices("{\"select\": \"diverse\", \"repeats\": true}"))
        .hasMessageContaining("repeats");
  }

  private static SampleSettings choices(String json) {
    String[] names =
        Stream.concat(SampleRequest.CHOICES.stream(), Stream.of("preset")).toArray(String[]::new);
    return SampleRequest.readChoices(
        JsonMembers.read(json.getBytes(StandardCharsets.UTF_8), names));
  }

  @Test
  void settingsOfAnotherModelAreRefused() {
    byte[] json =
        new JsonLines()
            .line(SettingsJson.of(SampleSettings.defaults(), MODEL, Versions.current()))
            .getBytes(StandardCharsets.UTF_8);
    ModelDescription other =
        new ModelDescription("tiny", "b".repeat(64), "cpu", "float32", Map.of());

    assertThatThrownBy(() -> SampleRequest.readSettings(json, other))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("has the model tiny with the SHA-256 bbbb");
  }
}
