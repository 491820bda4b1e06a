package dev.infill.evaluation.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PerplexityTest {
  @Test
  void aPieceInFourIsAPerplexityOfFour() {
    double quarter = Math.log(0.25);
    Perplexity perplexity = Perplexity.of(new double[] {3 * quarter, quarter}, new int[] {3, 1});

    assertThat(perplexity.pieces()).isEqualTo(4);
    assertThat(perplexity.pooled()).isCloseTo(4, within(1e-12));
    assertThat(perplexity.meanOfSentences()).isCloseTo(4, within(1e-12));
  }

  @Test
  void longSentencesCountMoreInWhatIsPooledAlone() {
    // Perplexities of 2 over three pieces and of 16 over one: 2^((3 + 4) / 4), and their mean.
    Perplexity perplexity =
        Perplexity.of(new double[] {3 * Math.log(0.5), Math.log(1 / 16.0), 0}, new int[] {3, 1, 0});

    assertThat(perplexity.pooled()).isCloseTo(Math.pow(2, 7 / 4.0), within(1e-12));
    assertThat(perplexity.meanOfSentences()).isCloseTo(9, within(1e-12));
  }

  @Test
  void withoutPiecesThereIsNone() {
    Perplexity perplexity = Perplexity.of(new double[1], new int[1]);

    assertThat(perplexity.pooled()).isNaN();
    assertThat(perplexity.meanOfSentences()).isNaN();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Perplexity.of(new double[2], new int[1]))
        .withMessage("2 log-probabilities of 1 sentences");
  }
}
