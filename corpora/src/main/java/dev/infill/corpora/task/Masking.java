package dev.infill.corpora.task;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Chooses the words of a sentence that become blanks. Immutable. */
final class Masking {
  /**
   * How often lengths of spans are drawn that fit no arrangement before the sentence is given up.
   */
  private static final int MOST_DRAWS = 100;

  private final MaskingSettings settings;

  Masking(MaskingSettings settings) {
    this.settings = settings;
  }

  /**
   * Draws the blanks of a sentence.
   *
   * @return positions, ascending, as many as the settings ask for; empty if there are too few words
   *     that may be masked, or the spans do not fit among them
   */
  Optional<List<Integer>> draw(List<String> words, RandomGenerator random) {
    BitSet maskable = settings.maskable().among(words);
    if (!settings.maskEnds()) {
      maskable.clear(0);
      maskable.clear(words.size() - 1);
    }
    int free = maskable.cardinality();
    int count = settings.amount().of(words.size(), free);
    if (count > free) {
      return Optional.empty();
    }
    return settings.spans().isPresent()
        ? drawSpans(maskable, words.size(), count, settings.spans().get(), random)
        : Optional.of(drawWords(maskable, count, random));
  }

  private static List<Integer> drawWords(BitSet maskable, int count, RandomGenerator random) {
    int[] positions = maskable.stream().toArray();
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i, positions.length);
      int chosen = positions[other];
      positions[other] = positions[i];
      positions[i] = chosen;
    }
    return IntStream.of(positions).limit(count).sorted().boxed().toList();
  }

  private static Optional<List<Integer>> drawSpans(
      BitSet maskable, int words, int count, SpanLength length, RandomGenerator random) {
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
      List<Integer> lengths = new ArrayList<>();
      int covered = 0;
      while (covered < count) {
        int next = Math.min(length.draw(random), count - covered);
        lengths.add(next);
        covered += next;
      }
      // The one that was cut to fit must not always stand last.
      shuffle(lengths, random);
      Optional<List<Integer>> placed = new SpanPlacement(maskable, words, lengths).draw(random);
      if (placed.isPresent()) {
        return placed;
      }
    }
    return Optional.empty();
  }

  private static void shuffle(List<Integer> list, RandomGenerator random) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }
}
