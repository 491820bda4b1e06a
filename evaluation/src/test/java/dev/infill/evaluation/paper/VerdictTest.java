package dev.infill.evaluation.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
  private static Estimate estimate(double low, double high) {
    return new Estimate((low + high) / 2, Optional.of(new Interval(low, high)));
  }

  @ParameterizedTest
  @CsvSource({
    "-14, -10,    HOLDS",
    "-14, -10.5,  HOLDS",
    "-14, -9.99,  UNDECIDED",
    "-10, -6,     UNDECIDED",
    "-9.99, -6,   DOES_NOT_HOLD",
    "1, 3,        DOES_NOT_HOLD",
  })
  void selfBleuMustBeTenBelow(double low, double high, Verdict expected) {
    assertThat(claim(estimate(low, high), estimate(0, 1)).selfBleuVerdict()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "-2, 2,       HOLDS",
    "-1, 0.5,     HOLDS",
    "-2.01, 0,    UNDECIDED",
    "-3, 3,       UNDECIDED",
    "2, 4,        UNDECIDED",
    "2.01, 4,     DOES_NOT_HOLD",
    "-8, -2.01,   DOES_NOT_HOLD",
  })
  void corpusBleuMustBeWithinTwo(double low, double high, Verdict expected) {
    assertThat(claim(estimate(-20, -15), estimate(low, high)).corpusBleuVerdict())
        .isEqualTo(expected);
    assertThat(claim(estimate(-20, -15), estimate(low, high)).verdict()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "HOLDS, HOLDS, HOLDS",
    "HOLDS, UNDECIDED, UNDECIDED",
    "UNDECIDED, UNDECIDED, UNDECIDED",
    "HOLDS, DOES_NOT_HOLD, DOES_NOT_HOLD",
    "UNDECIDED, DOES_NOT_HOLD, DOES_NOT_HOLD",
  })
  void bothPartsMustHold(Verdict one, Verdict other, Verdict both) {
    assertThat(one.and(other)).isEqualTo(both);
    assertThat(other.and(one)).isEqualTo(both);
  }

  @Test
  void withoutAnIntervalNothingIsDecided() {
    Estimate bare = new Estimate(-30, Optional.empty());
    assertThat(claim(bare, bare).verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  /** As where no sentence shares four words with the corpus: both BLEUs are 0 in every resample. */
  @Test
  void anIntervalWithoutWidthDecidesNothing() {
    assertThat(claim(estimate(0, 0), estimate(0, 0)).corpusBleuVerdict())
        .isEqualTo(Verdict.UNDECIDED);
    assertThat(claim(estimate(0, 0), estimate(0, 0)).selfBleuVerdict())
        .isEqualTo(Verdict.UNDECIDED);
  }

  private static Claim claim(Estimate selfBleu, Estimate corpusBleu) {
    return new Claim("dula", "gibbs", Claim.Basis.STEPS, selfBleu, corpusBleu, Optional.empty());
  }
}
