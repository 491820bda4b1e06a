package dev.infill.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.core.InvalidInputException;
import dev.infill.core.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SamplerTest {
  @Test
  void labelsAreThoseThatUsersType() {
    assertThat(Sampler.labels())
        .containsExactly("dmala", "dula", "gwg", "gibbs", "gibbs-mh", "cdmala", "cdula", "cgwg");
    assertThat(Sampler.of("gibbs-mh")).isEqualTo(Sampler.GIBBS_MH);
  }

  @ParameterizedTest
  @EnumSource
  void itsKernelIsOfItsNameAndItsExactness(Sampler sampler) {
    Kernel kernel = sampler.kernel(Setting::fallback);

    assertThat(sampler.summary()).isNotBlank().doesNotContain("\n");
    assertThat(kernel.name()).isEqualTo(sampler.label());
    assertThat(kernel.isExact()).isEqualTo(sampler.isExact());
    assertThat(kernel.stepSize().isPresent()).isEqualTo(sampler.has(Settings.ALPHA));
  }

  @ParameterizedTest
  @EnumSource
  void aParameterIsASettingOfTheTable(Sampler sampler) {
    for (Setting<?> setting : Settings.ALL) {
      assertThat(setting.samplers().contains(sampler.label())).isEqualTo(sampler.has(setting));
    }
    assertThat(sampler.has(Settings.STEPS)).isFalse();
  }

  @Test
  void aParameterOfAnotherSamplerIsRefused() {
    assertRefused(
        "minibatch",
        "dmala has no minibatch; it is for dula",
        () -> Sampler.DMALA.requireEffect(Settings.MINIBATCH));
    assertRefused(
        "alpha0",
        "gwg has no alpha0; it is for cdmala, cdula, cgwg",
        () -> Sampler.GWG.requireEffect(Settings.ALPHA0));
    Sampler.GIBBS.requireEffect(Settings.STEPS);
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
