package dev.infill.evaluation.metrics;

import dev.infill.core.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The counts of reference sentences that BLEU and unique n-grams need: for every n-gram the largest
 * count in any one of them, and their lengths. Built once, shared by any number of metrics and
 * threads. Immutable.
 */
public final class ReferenceIndex {
  private static final int STANDARD_ORDER = 4;

  private final int order;
  private final long sentences;
  private final List<Part> parts;
  private final SentenceLengths lengths;

  private ReferenceIndex(int order, long sentences, List<Part> parts, SentenceLengths lengths) {
    this.order = order;
    this.sentences = sentences;
    this.parts = List.copyOf(parts);
    this.lengths = lengths;
  }

  /**
   * Indexes n-grams of orders 1 to 4.
   *
   * @param sentences the references, each as its words
   */
  public static ReferenceIndex of(Iterable<List<String>> sentences) {
    Builder builder = new Builder(STANDARD_ORDER);
    sentences.forEach(builder::add);
    return builder.build();
  }

  /**
   * Returns the index of the sentences of several indexes together. It holds on to the given ones
   * rather than copying them.
   *
   * @param indexes at least one; the order is the least of theirs
   * @throws IllegalArgumentException if there is none
   */
  public static ReferenceIndex union(ReferenceIndex... indexes) {
    if (indexes.length == 0) {
      throw new IllegalArgumentException("a union of no indexes");
    }
    SentenceLengths lengths = new SentenceLengths();
    List<Part> parts = new ArrayList<>();
    for (ReferenceIndex index : indexes) {
      lengths.addAll(index.lengths);
      parts.addAll(index.parts);
    }
    return new ReferenceIndex(
        Arrays.stream(indexes).mapToInt(ReferenceIndex::order).min().orElseThrow(),
        Arrays.stream(indexes).mapToLong(ReferenceIndex::sentences).sum(),
        parts,
        lengths);
  }

  /** Returns the largest n of the n-grams in this index. */
  public int order() {
    return order;
  }

  /** Returns how many reference sentences there are. */
  public long sentences() {
    return sentences;
  }

  /**
   * Returns the length of the reference closest in length; of two that are equally close, the
   * shorter.
   *
   * @param length the length of a hypothesis
   * @throws InvalidInputException if there are no references
   */
  int closestLength(int length) {
    if (lengths.isEmpty()) {
      throw new InvalidInputException("references", "there are no reference sentences");
    }
    return lengths.closest(length);
  }

  /**
   * Returns for every n-gram of a sentence its largest count in one reference, 0 if it is in none.
   *
   * @param sentence the words
   * @param largestOrder the largest n that is asked for, from 1 to the order of the index
   * @return [n − 1][i] is the count of the n words from i on; no rows for orders above the length
   * @throws IllegalArgumentException if the index was restricted to other sentences
   */
  int[][] largestCounts(List<String> sentence, int largestOrder) {
    int[][] largest = new int[Math.min(largestOrder, sentence.size())][];
    for (int n = 1; n <= largest.length; n++) {
      largest[n - 1] = new int[sentence.size() - n + 1];
    }
    for (Part part : parts) {
      part.raise(largest, sentence);
    }
    return largest;
  }

  /** Checks that there are n-grams of some order. */
  void requireOrder(int n) {
    if (n < 1 || n > order) {
      throw new IllegalArgumentException(
          "n-grams of order " + n + " from an index of orders 1 to " + order);
    }
  }

  /** The n-grams of one corpus. */
  private static final class Part {
    private final NgramTree tree;
    private final int[] largest;
    private final boolean restricted;

    /**
     * Creates it.
     *
     * @param tree the n-grams
     * @param largest by n-gram, the largest count in one sentence
     * @param restricted whether the tree holds the n-grams of given hypotheses, and no others
     */
    Part(NgramTree tree, int[] largest, boolean restricted) {
      this.tree = tree;
      this.largest = largest;
      this.restricted = restricted;
    }

    void raise(int[][] counts, List<String> sentence) {
      int[][] nodes = tree.find(sentence, counts.length);
      for (int n = 1; n <= counts.length; n++) {
        int[] row = counts[n - 1];
        for (int i = 0; i < row.length; i++) {
          int node = nodes[n - 1][i];
          if (node == NgramTree.ABSENT && restricted) {
            throw new IllegalArgumentException(
                "the index was restricted to other sentences than: " + String.join(" ", sentence));
          }
          row[i] = Math.max(row[i], largest[node]);
        }
      }
    }
  }

  /**
   * Collects the sentences of an index, which need not be in memory together.
   *
   * <p>Not thread-safe.
   */
  public static final class Builder {
    private final NgramTree tree;
    private final SentenceLengths lengths = new SentenceLengths();
    private int[] largest = new int[1];
    private int[] counts = new int[1];
    private long sentences;
    private boolean restricted;
    private boolean built;

    /**
     * Creates a builder without sentences.
     *
     * @param order the largest n, from 1 to {@value BleuSettings#MAXIMUM_ORDER}
     * @throws InvalidInputException if it is not
     */
    public Builder(int order) {
      this.tree = new NgramTree(BleuSettings.requireOrder(order));
    }

    /**
     * Keeps only n-grams that occur in given hypotheses, so that memory does not grow with the
     * references. Metrics of these hypotheses are the same as with the whole index; other sentences
     * are refused. To be called before the first sentence is added; several calls allow the
     * hypotheses of all of them.
     *
     * @param hypotheses the sentences, each as its words
     * @return this
     * @throws IllegalStateException if a sentence was added already
     */
    public Builder restrictedTo(Collection<List<String>> hypotheses) {
      if (sentences > 0 || built) {
        throw new IllegalStateException("an index cannot be restricted once it has sentences");
      }
      restricted = true;
      hypotheses.forEach(tree::add);
      return this;
    }

    /**
     * Adds a reference.
     *
     * @param sentence its words
     * @throws IllegalStateException if the index was built already
     */
    public void add(List<String> sentence) {
      if (built) {
        throw new IllegalStateException("the index is built");
      }
      int[][] nodes = restricted ? tree.find(sentence, tree.order()) : tree.add(sentence);
      largest = tree.fitted(largest);
      counts = tree.fitted(counts);
      for (int[] row : nodes) {
        for (int node : row) {
          if (node != NgramTree.ABSENT) {
            largest[node] = Math.max(largest[node], ++counts[node]);
          }
        }
      }
      for (int[] row : nodes) {
        for (int node : row) {
          counts[node] = 0;
        }
      }
      lengths.add(sentence.size());
      sentences++;
    }

    /**
     * Returns the index of the sentences added. The builder is of no use after that.
     *
     * @throws IllegalStateException if it was built already
     */
    public ReferenceIndex build() {
      if (built) {
        throw new IllegalStateException("the index is built");
      }
      built = true;
      int[] all = Arrays.copyOf(largest, tree.nodes() + 1);
      return new ReferenceIndex(
          tree.order(), sentences, List.of(new Part(tree, all, restricted)), lengths);
    }
  }
}
