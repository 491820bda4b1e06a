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
import dev.infill.core.task.InfillSettings;
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

class InfillRequestTest {
  private static final ModelDescription MODEL =
      new ModelDescription("tiny", "a".repeat(64), "cpu", "float32", Map.of("runtime", "1"));

  @Test
  void settingsAreReadAsTheyWereWritten() {
    InfillSettings defaults = InfillSettings.defaults();
    for (InfillSettings settings :
        List.of(
            defaults,
            InfillSettings.paper(),
            defaults.toBuilder()
                .sampler("gwg")
                .set(Settings.BALANCING, BalancingFunction.of("barker"))
                .chains(7)
                .steps(500)
                .burnIn(499)
                .seed(Long.MIN_VALUE)
                .start(Start.RANDOM)
                .vocabulary(VocabularyChoice.FULL)
                .constraints(
                    Map.of(
                        1, new BlankConstraint(List.of("a", "b"), List.of()),
                        3, new BlankConstraint(List.of(), List.of("c"))))
                .set(Settings.KEYWORD, new TreeMap<>(Map.of("New York", -2.5, "rain", 1.0)))
                .temperature(0.7)
                .annealFrom(OptionalDouble.of(3))
                .batch(3)
                .maxBlanks(5)
                .build(),
            defaults.toBuilder()
                .sampler("dmala")
                .set(Settings.ADAPT, OptionalDouble.of(0.5))
                .pool(Pool.LAST)
                .repeats(true)
                .top(9)
                .build(),
            defaults.toBuilder().set(Settings.MINIBATCH, OptionalInt.of(4)).sampler("dula").build(),
            defaults.toBuilder()
                .select(Selection.DIVERSE)
                .diversity(OptionalDouble.of(0.25))
                .build())) {
      String json = new JsonLines().line(SettingsJson.of(settings, MODEL, Versions.current()));

      assertThat(InfillRequest.readSettings(json.getBytes(StandardCharsets.UTF_8), MODEL))
          .isEqualTo(settings);
    }
  }

  @Test
  void aDiverseListPutsRepeatsAsideAndOneOfTheBestDiversity() {
    InfillSettings diverse =
        choices("{\"preset\": \"paper\", \"select\": \"diverse\", \"diversity\": 0.75}");

    assertThat(diverse)
        .isEqualTo(
            InfillSettings.paper().toBuilder()
                .repeats(false)
                .select(Selection.DIVERSE)
                .diversity(OptionalDouble.of(0.75))
                .build());
    ChosenSettings best = new ChosenSettings();
    best.put(Settings.SELECT, Selection.BEST);
    assertThat(best.over(diverse))
        .isEqualTo(InfillSettings.paper().toBuilder().repeats(false).build());
    assertThatThrownBy(() -> choices("{\"diversity\": 0.75}"))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            thrown -> assertThat(thrown.field()).isEqualTo("diversity"))
        .hasMessageContaining("needs select 'diverse'");
    assertThatThrownBy(() -> choices("{\"select\": \"diverse\", \"repeats\": true}"))
        .hasMessageContaining("repeats");
  }

  private static InfillSettings choices(String json) {
    String[] names =
        Stream.concat(InfillRequest.CHOICES.stream(), Stream.of("preset")).toArray(String[]::new);
    return InfillRequest.readChoices(
        JsonMembers.read(json.getBytes(StandardCharsets.UTF_8), names));
  }

  @Test
  void settingsOfAnotherModelAreRefused() {
    byte[] json =
        new JsonLines()
            .line(SettingsJson.of(InfillSettings.defaults(), MODEL, Versions.current()))
            .getBytes(StandardCharsets.UTF_8);
    ModelDescription other =
        new ModelDescription("tiny", "b".repeat(64), "cpu", "float32", Map.of());

    assertThatThrownBy(() -> InfillRequest.readSettings(json, other))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("has the model tiny with the SHA-256 bbbb");
  }
}
