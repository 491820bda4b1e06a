package dev.infill.corpora.statistics;

/**
 * Counts different words in at most 16 MiB, whatever their number.
 *
 * <p>Kept are 64-bit hashes of words, so that {@value #LIMIT} words collide with a probability of
 * 3·10⁻⁸. When there are more, only the hashes are kept that begin with one zero bit more, and each
 * stands for twice as many words: Wegman's adaptive sampling (Flajolet, "On adaptive sampling",
 * Computing 43, 1990), with a standard error of about 1.2 / √{@value #LIMIT} = 0.1 %.
 */
final class DistinctWords {
  static final int LIMIT = 1 << 20;

  private static final int FIRST_CAPACITY = 1 << 10;
  private static final long FREE = 0;

  private final int limit;
  private long[] table = new long[FIRST_CAPACITY];
  private int size;
  private int zeroBits;

  DistinctWords() {
    this(LIMIT);
  }

  /**
   * Creates an empty count.
   *
   * @param limit how many words are counted exactly; at least 1
   */
  DistinctWords(int limit) {
    this.limit = limit;
  }

  void add(String word) {
    long hash = hash(word);
    // One value marks what is free; the word that has it shares that of another.
    long kept = hash == FREE ? 1 : hash;
    if (isSampled(kept) && put(table, kept)) {
      size++;
      if (size > limit) {
        sampleLess();
      } else if (2 * size > table.length) {
        rebuild(2 * table.length);
      }
    }
  }

  DistinctCount count() {
    return new DistinctCount((long) size << zeroBits, zeroBits == 0);
  }

  private boolean isSampled(long hash) {
    return Long.numberOfLeadingZeros(hash) >= zeroBits;
  }

  private void sampleLess() {
    while (size > limit) {
      zeroBits++;
      rebuild(table.length);
    }
  }

  private void rebuild(int capacity) {
    long[] rebuilt = new long[capacity];
    int kept = 0;
    for (long hash : table) {
      if (hash != FREE && isSampled(hash)) {
        put(rebuilt, hash);
        kept++;
      }
    }
    table = rebuilt;
    size = kept;
  }

  private static boolean put(long[] table, long hash) {
    int mask = table.length - 1;
    int at = (int) hash & mask;
    while (table[at] != FREE && table[at] != hash) {
      at = (at + 1) & mask;
    }
    boolean added = table[at] == FREE;
    table[at] = hash;
    return added;
  }

  /** FNV-1a over the characters, and MurmurHash3's finaliser, which spreads it over all bits. */
  private static long hash(String word) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < word.length(); i++) {
      hash = (hash ^ word.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }
}
