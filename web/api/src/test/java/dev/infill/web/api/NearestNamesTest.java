package dev.infill.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNamesTest {
  private final NearestNames names = new NearestNames(List.of("dmala", "dula", "gwg", "gibbs-mh"));

  @Test
  void findsSwapsOmissionsAndBeginnings() {
    assertThat(names.nearest("dmaal")).containsExactly("dmala");
    assertThat(names.nearest("dla")).containsExactly("dula");
    assertThat(names.nearest("gibbs")).containsExactly("gibbs-mh");
    assertThat(names.nearest("hmc")).isEmpty();
  }

  @Test
  void quotesTheBeginningOfWhatIsNoName() {
    assertThat(names.unknown("sampler", "x".repeat(100_000)))
        .isEqualTo(
            "unknown sampler '" + "x".repeat(60) + "…'; there are: dmala, dula, gwg, gibbs-mh");
  }

  @Test
  void listsAllWhereTheyAreFew() {
    assertThat(names.unknown("sampler", "hmc"))
        .isEqualTo("unknown sampler 'hmc'; there are: dmala, dula, gwg, gibbs-mh");
  }
}
