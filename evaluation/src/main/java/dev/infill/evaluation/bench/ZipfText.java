package dev.infill.evaluation.bench;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Sentences whose words are as unevenly frequent as those of natural text: independent draws by
 * Zipf's law, p(rank) ∝ 1/rank, of a vocabulary as large as that of a sample of WikiText. Their
 * n-grams repeat less than those of text, so that an index of them is larger.
 */
final class ZipfText {
  private static final int VOCABULARY = 30_000;
  private static final int SHORTEST = 10;
  private static final int LONGEST = 40;

  private final double[] cumulated = new double[VOCABULARY];
  private final SplittableRandom random;

  /**
   * Creates a source of sentences.
   *
   * @param seed the same seed gives the same sentences
   */
  ZipfText(long seed) {
    random = new SplittableRandom(seed);
    double sum = 0;
    for (int rank = 0; rank < VOCABULARY; rank++) {
      sum += 1.0 / (rank + 1);
      cumulated[rank] = sum;
    }
  }

  /**
   * Draws sentences of 10 to 40 words.
   *
   * @param count how many
   */
  List<List<String>> sentences(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            sentence ->
                IntStream.range(0, random.nextInt(SHORTEST, LONGEST + 1))
                    .mapToObj(position -> word())
                    .toList())
        .toList();
  }

  private String word() {
    int found = Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[VOCABULARY - 1]);
    return "w" + Math.min(VOCABULARY - 1, found < 0 ? -found - 1 : found);
  }
}
