package dev.infill.evaluation.metrics;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * N-grams of orders 1 … {@code order} as the nodes of a tree: the node of an n-gram hangs below
 * that of its first n − 1 words. Nodes are numbered 1, 2, … as they are added, so that n-grams can
 * be counted in an array; the words of an n-gram are written nowhere.
 *
 * <p>The edges are one open-addressing table from (parent, word) to child, as the boxed entries of
 * a {@link HashMap} would take most of the time and the memory.
 */
final class NgramTree {
  /** Stands for an n-gram that is not in the tree. */
  static final int ABSENT = 0;

  private static final int ROOT = 0;
  private static final int INITIAL_CAPACITY = 1 << 10;
  private static final int UNKNOWN_WORD = -1;

  private final int order;
  private final Map<String, Integer> words = new HashMap<>();
  // A key is (parent << 32 | word) + 1, so that 0 is a free place.
  private long[] keys = new long[INITIAL_CAPACITY];
  private int[] children = new int[INITIAL_CAPACITY];
  private int nodes;

  NgramTree(int order) {
    this.order = order;
  }

  /** Returns the largest n. */
  int order() {
    return order;
  }

  /** Returns how many n-grams there are, of all orders: the largest number of a node. */
  int nodes() {
    return nodes;
  }

  /**
   * Adds the n-grams of a sentence that are new, and returns those of the sentence.
   *
   * @param sentence the words
   * @return [n − 1][i] is the node of the n words from i on; no rows for orders above the length
   */
  int[][] add(List<String> sentence) {
    int[] ids = new int[sentence.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = words.computeIfAbsent(sentence.get(i), word -> words.size());
    }
    return walk(ids, order, true);
  }

  /**
   * Returns the n-grams of a sentence.
   *
   * @param sentence the words
   * @param largest the largest n that is asked for
   * @return as {@link #add} does, with {@link #ABSENT} for what is not in the tree
   */
  int[][] find(List<String> sentence, int largest) {
    int[] ids = new int[sentence.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = words.getOrDefault(sentence.get(i), UNKNOWN_WORD);
    }
    return walk(ids, Math.min(largest, order), false);
  }

  private int[][] walk(int[] ids, int largest, boolean adding) {
    int[][] found = new int[Math.min(largest, ids.length)][];
    for (int n = 1; n <= found.length; n++) {
      int[] row = new int[ids.length - n + 1];
      for (int i = 0; i < row.length; i++) {
        int parent = n == 1 ? ROOT : found[n - 2][i];
        int word = ids[i + n - 1];
        boolean reachable = word != UNKNOWN_WORD && (n == 1 || parent != ABSENT);
        row[i] = reachable ? child(parent, word, adding) : ABSENT;
      }
      found[n - 1] = row;
    }
    return found;
  }

  private int child(int parent, int word, boolean adding) {
    long key = ((long) parent << 32 | word) + 1;
    int place = place(key);
    if (keys[place] == key) {
      return children[place];
    }
    if (!adding) {
      return ABSENT;
    }
    if (2 * (nodes + 1) > keys.length) {
      grow();
      place = place(key);
    }
    keys[place] = key;
    children[place] = ++nodes;
    return nodes;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldChildren = children;
    keys = new long[Math.multiplyExact(oldKeys.length, 2)];
    children = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int place = place(oldKeys[i]);
        keys[place] = oldKeys[i];
        children[place] = oldChildren[i];
      }
    }
  }

  /** Returns where a key stands, or the free place where it would. */
  private int place(long key) {
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    long mixed = key * 0x9E3779B97F4A7C15L;
    int mask = keys.length - 1;
    int place = (int) (mixed >>> 32) & mask;
    while (keys[place] != 0 && keys[place] != key) {
      place = place + 1 & mask;
    }
    return place;
  }

  /**
   * Returns an array that has a place for every node.
   *
   * @param counts an array, by node
   */
  int[] fitted(int[] counts) {
    return counts.length > nodes
        ? counts
        : Arrays.copyOf(counts, Math.max(nodes + 1, counts.length + (counts.length >> 1)));
  }
}
