package dev.infill.core.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How many pieces the blanks have in each chain. Every length of a blank gets equally many chains,
 * up to one: a uniform prior, as a masked language model has no probability of a length. Where
 * there are no more ways to choose the lengths of all blanks than chains, every way gets equally
 * many, up to one; where there are more, the lengths of a blank are shuffled among the chains, for
 * every blank again. Chains of one way stand together.
 *
 * @param ways the different ways, each a length per blank
 * @param wayOfChain for each chain which way it has
 * @param prior the probability of each way, which is the same whether chains have it or not: 1 over
 *     the number of ways that there are, in (0, 1]
 */
record LengthDesign(List<List<Integer>> ways, List<Integer> wayOfChain, double prior) {
  /** Copies the lists. */
  LengthDesign {
    ways = List.copyOf(ways);
    wayOfChain = List.copyOf(wayOfChain);
  }

  /**
   * Returns the design of some chains.
   *
   * @param lengths the lengths that each blank may have, at least one
   * @param chains how many chains there are, at least 1
   * @param seed decides how lengths are shuffled
   */
  static LengthDesign of(List<List<Integer>> lengths, int chains, long seed) {
    long count = 1;
    for (List<Integer> ofBlank : lengths) {
      count = Math.min((long) chains + 1, count * ofBlank.size());
    }
    List<List<Integer>> byChain =
        count <= chains ? allWays(lengths, chains, (int) count) : shuffled(lengths, chains, seed);
    List<List<Integer>> ways = List.copyOf(new LinkedHashSet<>(byChain));
    return new LengthDesign(
        ways,
        byChain.stream().map(ways::indexOf).toList(),
        lengths.stream().mapToDouble(ofBlank -> 1.0 / ofBlank.size()).reduce(1, (p, q) -> p * q));
  }

  private static List<List<Integer>> allWays(List<List<Integer>> lengths, int chains, int count) {
    List<List<Integer>> ways = List.of(List.of());
    for (List<Integer> ofBlank : lengths) {
      ways =
          ways.stream()
              .flatMap(front -> ofBlank.stream().map(last -> followedBy(front, last)))
              .toList();
    }
    List<List<Integer>> all = ways;
    return IntStream.range(0, chains)
        .mapToObj(chain -> all.get((int) ((long) chain * count / chains)))
        .toList();
  }

  private static List<Integer> followedBy(List<Integer> front, int last) {
    List<Integer> longer = new ArrayList<>(front);
    longer.add(last);
    return List.copyOf(longer);
  }

  private static List<List<Integer>> shuffled(List<List<Integer>> lengths, int chains, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Integer>> columns =
        lengths.stream().map(ofBlank -> shuffled(ofBlank, chains, random)).toList();
    return IntStream.range(0, chains)
        .mapToObj(chain -> columns.stream().map(column -> column.get(chain)).toList())
        .sorted((one, other) -> Arrays.compare(array(one), array(other)))
        .toList();
  }

  private static int[] array(List<Integer> lengths) {
    return lengths.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Which lengths get one chain more than others is drawn as well. */
  private static List<Integer> shuffled(
      List<Integer> lengths, int chains, SplittableRandom random) {
    List<Integer> drawn = shuffled(lengths, random);
    return shuffled(
        IntStream.range(0, chains).mapToObj(chain -> drawn.get(chain % drawn.size())).toList(),
        random);
  }

  private static List<Integer> shuffled(List<Integer> lengths, SplittableRandom random) {
    List<Integer> column = new ArrayList<>(lengths);
    for (int last = column.size() - 1; last > 0; last--) {
      int other = random.nextInt(last + 1);
      Integer moved = column.get(last);
      column.set(last, column.get(other));
      column.set(other, moved);
    }
    return column;
  }
}
