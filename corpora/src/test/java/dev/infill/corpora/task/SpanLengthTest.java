package dev.infill.corpora.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpanLengthTest {
  private static final int DRAWS = 100_000;

  /** Against the probabilities as they are defined; the bound is 5 standard errors. */
  @ParameterizedTest
  @CsvSource({"0.2, 10", "0.5, 3", "0.999, 4", "1e-12, 6", "1, 10", "0.3, 1"})
  void isGeometricCutOffAtTheLongest(double p, int longest) {
    SpanLength length = new SpanLength.Geometric(p, longest);
    SplittableRandom random = new SplittableRandom(1);
    int[] counts = new int[longest + 1];
    for (int i = 0; i < DRAWS; i++) {
      counts[length.draw(random)]++;
    }

    double total = IntStream.rangeClosed(1, longest).mapToDouble(l -> Math.pow(1 - p, l - 1)).sum();
    assertThat(counts[0]).isZero();
    for (int l = 1; l <= longest; l++) {
      double expected = Math.pow(1 - p, l - 1) / total;
      double error = Math.sqrt(expected * (1 - expected) / DRAWS);
      assertThat((double) counts[l] / DRAWS).isCloseTo(expected, within(5 * error + 1e-12));
    }
  }

  /** "This yields a mean span length of mean(ℓ) = 3.8", Joshi et al. 2020, §3.1. */
  @Test
  void spanBertsMeanIsThePublishedOne() {
    SplittableRandom random = new SplittableRandom(2);

    double mean =
        IntStream.range(0, DRAWS).map(i -> SpanLength.spanBert().draw(random)).average().orElse(0);

    // The standard deviation of one length is 2.7, so the standard error is below 0.009.
    assertThat(mean).isCloseTo(3.8, within(0.045));
  }

  @Test
  void aFixedLengthIsAlwaysTheSame() {
    assertThat(new SpanLength.Fixed(3).draw(new SplittableRandom(3))).isEqualTo(3);
  }
}
