package dev.infill.core.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RankNormalizationTest {
  /** Ranks among all chains: 20 is the 3rd and the 4th of 5, so 3.5 (p = 3.125/5.25). */
  @Test
  void equalDrawsShareTheMeanOfTheirRanks() {
    double[][] normalized = RankNormalization.of(new double[][] {{20, -7, 1e300}, {0.5, 20}});

    assertThat(normalized[0])
        .containsExactly(
            StandardNormal.quantile(3.125 / 5.25),
            StandardNormal.quantile(0.625 / 5.25),
            StandardNormal.quantile(4.625 / 5.25));
    assertThat(normalized[1])
        .containsExactly(
            StandardNormal.quantile(1.625 / 5.25), StandardNormal.quantile(3.125 / 5.25));
  }

  @Test
  void zerosOfEitherSignAreEqual() {
    assertThat(RankNormalization.of(new double[][] {{0.0, -0.0, 0.0}})[0]).containsOnly(0);
  }

  /** Blom's scores of a normal sample have mean 0 and a variance near 1. */
  @Test
  void whateverTheDrawsTheyBecomeNormal() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] draws = new double[4][500];
    for (double[] chain : draws) {
      for (int t = 0; t < chain.length; t++) {
        chain[t] = Math.exp(20 * random.nextDouble());
      }
    }
    double sum = 0;
    double squares = 0;
    for (double[] chain : RankNormalization.of(draws)) {
      for (double z : chain) {
        sum += z;
        squares += z * z;
      }
    }
    assertThat(sum).isCloseTo(0, within(1e-9));
    assertThat(squares / 2000).isCloseTo(1, within(0.01));
  }
}
