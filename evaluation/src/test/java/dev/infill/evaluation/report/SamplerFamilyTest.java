package dev.infill.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.evaluation.paper.SamplerDescription;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SamplerFamilyTest {
  private static SamplerDescription dmala(String label, double temperature) {
    return new SamplerDescription(
        label,
        "dmala",
        OptionalDouble.of(0.2),
        "sqrt",
        "own-term",
        "masked",
        "all blanks",
        temperature,
        true);
  }

  private static List<List<String>> labels(List<SamplerFamily> families) {
    return families.stream()
        .map(family -> family.members().stream().map(SamplerDescription::label).toList())
        .toList();
  }

  @Test
  void samplersThatDifferInTemperatureAloneAreOneFamilyWhateverTheirNames() {
    SamplerDescription plain =
        new SamplerDescription(
            "dmala",
            "dmala",
            OptionalDouble.of(0.2),
            "sqrt",
            "own-term",
            "masked",
            "all blanks",
            1,
            true);
    List<SamplerFamily> families =
        SamplerFamily.of(
            List.of(dmala("dmala+alpha=0.2+temperature=1.5", 1.5), plain, dmala("cold", 0.5)));

    assertThat(labels(families))
        .containsExactly(List.of("cold", "dmala", "dmala+alpha=0.2+temperature=1.5"));
    assertThat(families.get(0).name()).isEqualTo("dmala");
    assertThat(families.get(0).hasTemperatures()).isTrue();
  }

  @Test
  void withoutTemperatureOneTheNearestInProportionStandsForAll() {
    List<SamplerFamily> families =
        SamplerFamily.of(List.of(dmala("half", 0.5), dmala("double", 1.9), dmala("ten", 10)));

    assertThat(families).extracting(SamplerFamily::name).containsExactly("double");
  }

  @Test
  void whateverElseDiffersMakesAFamilyOfItsOwn() {
    SamplerDescription one = dmala("one", 1);
    List<SamplerDescription> samplers =
        List.of(
            one,
            with(one, "kind", "dula", 0.2, "sqrt", "own-term", "masked", "all blanks"),
            with(one, "alpha", one.kind(), 0.4, "sqrt", "own-term", "masked", "all blanks"),
            with(one, "balancing", one.kind(), 0.2, "barker", "own-term", "masked", "all blanks"),
            with(one, "gradient", one.kind(), 0.2, "sqrt", "exact", "masked", "all blanks"),
            with(one, "start", one.kind(), 0.2, "sqrt", "own-term", "random", "all blanks"),
            with(one, "step", one.kind(), 0.2, "sqrt", "own-term", "masked", "2 blanks"));

    assertThat(SamplerFamily.of(samplers))
        .hasSize(7)
        .noneMatch(SamplerFamily::hasTemperatures)
        .extracting(SamplerFamily::name)
        .containsExactlyElementsOf(samplers.stream().map(SamplerDescription::label).toList());
  }

  private static SamplerDescription with(
      SamplerDescription one,
      String label,
      String kind,
      double stepSize,
      String balancing,
      String gradient,
      String start,
      String step) {
    return new SamplerDescription(
        label,
        kind,
        OptionalDouble.of(stepSize),
        balancing,
        gradient,
        start,
        step,
        // Were they one family, it would have two temperatures.
        2,
        one.exact());
  }
}
