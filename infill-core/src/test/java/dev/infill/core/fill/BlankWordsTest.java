package dev.infill.core.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BlankWordsTest {
  private static final double ROUNDING = 1e-9;

  /** Around a mean of (10, 0): east, nearly east, north, west, south. */
  private static final double[][] ROSE = {{12, 0}, {12, 0.5}, {10, 2}, {8, 0}, {10, -2}};

  private static Function<int[], Optional<List<FloatBuffer>>> embeddings(double[][] of) {
    return tokens ->
        Optional.of(
            IntStream.of(tokens)
                .mapToObj(
                    token -> {
                      FloatBuffer row = FloatBuffer.allocate(of[token].length);
                      Arrays.stream(of[token]).forEach(value -> row.put((float) value));
                      return row.flip();
                    })
                .toList());
  }

  /** Every filling has a word of its own, of one piece. */
  private static BlankWords different(double[][] embeddings) {
    int count = embeddings.length;
    return ofBlank(
        IntStream.range(0, count).mapToObj(k -> "w" + k).toList(),
        k -> new int[] {k},
        embeddings(embeddings));
  }

  private static BlankWords ofBlank(
      List<String> words,
      IntFunction<int[]> pieces,
      Function<int[], Optional<List<FloatBuffer>>> embeddings) {
    return BlankWords.of(
            words.stream().map(List::of).toList(), k -> List.of(pieces.apply(k)), embeddings)
        .get(0);
  }

  @Test
  void theSameWordIsOneWord() {
    BlankWords words =
        ofBlank(List.of("a", "b", "a"), filling -> new int[] {filling}, tokens -> Optional.empty());

    assertThat(words.word(0)).isEqualTo(words.word(2)).isNotEqualTo(words.word(1));
    assertThat(words.likeTo(words.word(0))).containsExactly(1, 0);
  }

  @Test
  void directionsFromTheMeanOfTheBlankDecide() {
    double[] toEast = different(ROSE).likeTo(0);

    // The mean is (10.4, 0.1); by hand.
    double[] cosines = new double[ROSE.length];
    for (int k = 0; k < ROSE.length; k++) {
      double x = ROSE[k][0] - 10.4;
      double y = ROSE[k][1] - 0.1;
      cosines[k] = (1.6 * x - 0.1 * y) / (Math.hypot(1.6, -0.1) * Math.hypot(x, y));
    }
    assertThat(toEast[0]).isEqualTo(1);
    for (int k = 1; k < ROSE.length; k++) {
      assertThat(toEast[k]).isCloseTo(Math.pow((1 + cosines[k]) / 2, 4), within(1e-6));
    }
    assertThat(toEast[1]).isGreaterThan(0.8);
    assertThat(toEast[3]).isLessThan(1e-3);
  }

  @Test
  void aWordOfSeveralPiecesHasTheMeanOfTheirs() {
    double[][] pieces = {{4, 1}, {0, 3}, {2, 2}, {-1, 0}};
    BlankWords words =
        ofBlank(
            List.of("new york", "both", "else"),
            filling -> filling == 0 ? new int[] {0, 1} : new int[] {filling + 1},
            embeddings(pieces));

    assertThat(words.likeTo(0)[1]).isCloseTo(1, within(1e-6));
    assertThat(words.likeTo(0)[2]).isLessThan(1e-6);
  }

  @Test
  void whatHasNoDirectionIsLikeNothingMuch() {
    assertThat(different(new double[][] {{1, 2}}).likeTo(0)).containsExactly(1);
    assertThat(different(new double[][] {{1, 2}, {1, 2}}).likeTo(1))
        .containsExactly(Math.pow(0.5, 4), 1);
  }

  @Property(seed = "1", tries = 200)
  void itIsPositiveSemidefinite(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 8) int count,
      @ForAll @IntRange(min = 1, max = 5) int width) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] vectors = new double[count][];
    Arrays.setAll(vectors, k -> random.doubles(width, -1, 3).toArray());
    BlankWords words = different(vectors);

    double[] weights = random.doubles(count, -1, 1).toArray();
    double form = 0;
    for (int k = 0; k < count; k++) {
      double[] like = words.likeTo(k);
      for (int j = 0; j < count; j++) {
        assertThat(like[j]).isBetween(0.0, 1.0).isCloseTo(words.likeTo(j)[k], within(ROUNDING));
        form += weights[k] * weights[j] * like[j];
      }
    }
    assertThat(form).isGreaterThanOrEqualTo(-ROUNDING);
  }
}
