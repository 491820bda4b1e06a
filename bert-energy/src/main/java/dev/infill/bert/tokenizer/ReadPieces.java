package dev.infill.bert.tokenizer;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Which pieces a tokenizer makes of their letters behind something, as far as that was asked.
 * Thousands of pieces are asked about for every text, and most texts ask about the same places.
 * Thread-safe.
 */
final class ReadPieces {
  private static final int MOST_PLACES = 16;

  private final BiPredicate<String, Integer> isRead;

  /** By what is right before, the latest last. */
  private final Map<String, Answers> places = new LinkedHashMap<>(MOST_PLACES, 0.75f, true);

  /**
   * Begins with no answer.
   *
   * @param isRead says it of a piece by what is right before it and its id
   */
  ReadPieces(BiPredicate<String, Integer> isRead) {
    this.isRead = isRead;
  }

  /** Says whether the tokenizer makes a piece of its letters behind something. */
  synchronized boolean contains(String before, int id) {
    Answers here = places.computeIfAbsent(before, place -> new Answers(new BitSet(), new BitSet()));
    if (places.size() > MOST_PLACES) {
      places.remove(places.keySet().iterator().next());
    }
    if (!here.asked().get(id)) {
      here.read().set(id, isRead.test(before, id));
      here.asked().set(id);
    }
    return here.read().get(id);
  }

  /** The ids that were asked about, and those of them that are read. */
  private record Answers(BitSet asked, BitSet read) {}
}
