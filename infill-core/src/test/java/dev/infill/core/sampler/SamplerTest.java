package dev.infill.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.proposal.BalancingFunction;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SamplerTest {
  @Test
  void aLabelIsTheRecordsName() {
    assertThat(Sampler.labels())
        .containsExactly("dmala", "dula", "gwg", "gibbs", "gibbs-mh", "cdmala", "cdula", "cgwg");
    assertThat(Sampler.of("gibbs-mh")).isEqualTo(new GibbsMh(AcceptanceKind.REVERSIBLE, 0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> Sampler.of("gibs"));
  }

  @ParameterizedTest
  @MethodSource("labels")
  void everyParameterIsASettingAndHasItsDefault(String label) {
    Sampler sampler = Sampler.of(label);

    assertThat(sampler.label()).isEqualTo(label);
    assertThat(sampler.summary()).isNotBlank().doesNotContain("\n");
    assertThat(Settings.ALL.stream().filter(sampler::has))
        .hasSize(sampler.getClass().getRecordComponents().length)
        .allSatisfy(setting -> assertDefault(sampler, setting));
  }

  static Iterable<String> labels() {
    return Sampler.labels();
  }

  private static <T> void assertDefault(Sampler sampler, Setting<T> setting) {
    assertThat(sampler.get(setting)).isEqualTo(setting.fallback());
    assertThat(sampler.with(setting, setting.fallback())).isEqualTo(sampler);
    assertThat(setting.samplers()).contains(sampler.label());
  }

  @Test
  void aParameterIsChanged() {
    assertThat(Sampler.of("dula").with(Settings.ALPHA, 0.3))
        .isEqualTo(
            new Dula(
                0.3,
                BalancingFunction.power(0.9),
                GradientKind.OWN_TERM,
                Precondition.NONE,
                OptionalInt.empty()));
  }

  @Test
  void aParameterOfAnotherSamplerIsRefused() {
    assertRefused(
        "minibatch",
        "dmala has no minibatch; it is for dula",
        () -> Sampler.of("dmala").with(Settings.MINIBATCH, OptionalInt.of(2)));
    assertRefused(
        "alpha0",
        "gwg has no alpha0; it is for cdmala, cdula, cgwg",
        () -> Sampler.of("gwg").get(Settings.ALPHA0));
  }

  @Test
  void whatIsOutOfRangeOrDoesNotGoTogetherIsRefused() {
    assertRefused(
        "alpha",
        "alpha must be from 1.0E-9 to 1000000000, not 0.0",
        () -> Sampler.of("dmala").with(Settings.ALPHA, 0.0));
    assertRefused(
        "adapt",
        "adapt must be from 0.01 to 0.99, not 1.0",
        () -> Sampler.of("cdmala").with(Settings.ADAPT, OptionalDouble.of(1)));
    assertRefused(
        "gradient",
        "gradient must be exact or own-term",
        () -> Sampler.of("gwg").with(Settings.GRADIENT, GradientKind.NONE));
    assertRefused(
        "minibatch",
        "a minibatch is of own terms, so it needs the gradient own-term",
        () ->
            Sampler.of("dula")
                .with(Settings.GRADIENT, GradientKind.EXACT)
                .with(Settings.MINIBATCH, OptionalInt.of(2)));
  }

  @Test
  void anotherNameIsRefusedWithThoseThatThereAre() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> Sampler.of("metropolis"))
        .withMessage(
            "there is no sampler metropolis; take one of dmala, dula, gwg, gibbs, gibbs-mh, cdmala, cdula, cgwg");
  }

  private static void assertRefused(String field, String message, Runnable change) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(change::run)
        .withMessage(message)
        .extracting(InvalidInputException::field)
        .isEqualTo(field);
  }
}
