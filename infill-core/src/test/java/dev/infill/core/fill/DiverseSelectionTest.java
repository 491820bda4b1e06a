package dev.infill.core.fill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DiverseSelectionTest {
  private static final double ROUNDING = 1e-9;

  /** What stands in the blanks, and U. */
  private record Filling(List<String> words, double energy) {
    static Filling of(String words, double energy) {
      return new Filling(List.of(words.split(" ", -1)), energy);
    }
  }

  @Property(seed = "1", tries = 200)
  void withoutDiversityTheyAreTheBest(
      @ForAll("pools") List<Filling> pool, @ForAll @IntRange(min = 1, max = 8) int count) {
    assertThat(chosen(pool, 0, count)).isEqualTo(pool.subList(0, Math.min(count, pool.size())));
  }

  @Property(seed = "2", tries = 200)
  void eachAddsTheMostToThoseBeforeIt(
      @ForAll("pools") List<Filling> pool,
      @ForAll @DoubleRange(min = 0, max = 1) double diversity) {
    List<Filling> chosen = chosen(pool, diversity, pool.size());

    assertThat(chosen).containsExactlyInAnyOrderElementsOf(pool);
    for (int next = 0; next < chosen.size(); next++) {
      List<Filling> before = chosen.subList(0, next);
      double reached = objective(chosen.subList(0, next + 1), diversity);
      assertThat(chosen.subList(next, chosen.size()))
          .allSatisfy(
              other ->
                  assertThat(objective(with(before, other), diversity))
                      .isLessThanOrEqualTo(reached + ROUNDING));
    }
  }

  @Property(seed = "5", tries = 200)
  void withEmbeddingsEachAddsTheMostAsWell(
      @ForAll("pools") List<Filling> pool,
      @ForAll @DoubleRange(min = 0, max = 1) double diversity) {
    List<BlankWords> blanks = blanks(pool, DiverseSelectionTest::embeddings);
    ToDoubleBiFunction<Filling, Filling> similarity =
        (one, other) ->
            blanks.stream()
                    .mapToDouble(
                        blank ->
                            blank
                                .likeTo(blank.word(pool.indexOf(one)))[
                                blank.word(pool.indexOf(other))])
                    .sum()
                / (blanks.size() + 1);
    List<Filling> chosen =
        new DiverseSelection(diversity).choose(pool, Filling::energy, blanks, pool.size());

    for (int next = 0; next < chosen.size(); next++) {
      List<Filling> before = chosen.subList(0, next);
      double reached = objective(chosen.subList(0, next + 1), diversity, similarity);
      assertThat(chosen.subList(next, chosen.size()))
          .allSatisfy(
              other ->
                  assertThat(objective(with(before, other), diversity, similarity))
                      .isLessThanOrEqualTo(reached + ROUNDING));
    }
  }

  @Test
  void nearSynonymsGiveWayToOtherWords() {
    // The embedding of w is at the angle w/5: 0 and 1 are alike, 9 is not.
    List<Filling> pool =
        List.of(Filling.of("w0", -1), Filling.of("w1", -1.1), Filling.of("w9", -1.2));

    assertThat(chosen(pool, 0.5, 2)).containsExactly(pool.get(0), pool.get(1));
    assertThat(
            new DiverseSelection(0.5)
                .choose(pool, Filling::energy, blanks(pool, DiverseSelectionTest::embeddings), 2))
        .containsExactly(pool.get(0), pool.get(2));
  }

  @Property(seed = "3", tries = 200)
  void noSubsetIsBetterByMoreThanTheBound(
      @ForAll("pools") List<Filling> pool,
      @ForAll @DoubleRange(min = 0, max = 1) double diversity,
      @ForAll @IntRange(min = 1, max = 5) int count) {
    List<Filling> chosen = chosen(pool, diversity, count);
    double best =
        subsets(pool, chosen.size())
            .mapToDouble(of -> objective(of, diversity))
            .max()
            .orElseThrow();
    double bound =
        2 * diversity * IntStream.rangeClosed(1, chosen.size()).mapToDouble(Math::log).sum();

    assertThat(objective(chosen, diversity)).isBetween(best - bound - ROUNDING, best + ROUNDING);
  }

  @Property(seed = "4", tries = 100)
  void aShorterListIsTheBeginningOfALongerOne(
      @ForAll("pools") List<Filling> pool,
      @ForAll @DoubleRange(min = 0, max = 1) double diversity) {
    List<Filling> all = chosen(pool, diversity, pool.size() + 3);

    assertThat(all.get(0)).isEqualTo(pool.get(0));
    for (int count = 1; count <= pool.size(); count++) {
      assertThat(chosen(pool, diversity, count)).isEqualTo(all.subList(0, count));
    }
  }

  @Test
  void fillingsOfOneWordChangedGiveWayToOthers() {
    List<Filling> pool =
        List.of(
            Filling.of("he gave money", -1),
            Filling.of("she gave money", -1.2),
            Filling.of("he gave cash", -1.3),
            Filling.of("they took time", -2),
            Filling.of("you lost hope", -3));

    assertThat(chosen(pool, 0, 3)).isEqualTo(pool.subList(0, 3));
    assertThat(chosen(pool, 0.9, 3)).containsExactly(pool.get(0), pool.get(3), pool.get(4));
    assertThat(chosen(pool, 1, 5))
        .startsWith(pool.get(0), pool.get(3), pool.get(4))
        .containsExactlyInAnyOrderElementsOf(pool);
  }

  /** Of a single pool it may fall; over many it rises with every step of the dial. */
  @Test
  void theMoreDiversityTheMoreDistanceOnAverage() {
    List<List<Filling>> pools =
        IntStream.range(0, 100).mapToObj(seed -> pool(new SplittableRandom(seed), 3, 40)).toList();
    List<Double> distances = new ArrayList<>();
    List<Double> energies = new ArrayList<>();
    for (double diversity : new double[] {0, 0.2, 0.4, 0.6, 0.8, 0.9, 1}) {
      List<List<Filling>> lists = pools.stream().map(of -> chosen(of, diversity, 5)).toList();
      distances.add(lists.stream().mapToDouble(DiverseSelectionTest::distance).sum());
      energies.add(lists.stream().flatMap(List::stream).mapToDouble(Filling::energy).sum());
    }

    assertThat(distances).isSorted();
    assertThat(energies).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(distances.get(6)).isGreaterThan(1.1 * distances.get(0));
  }

  @Test
  void fillingsOfProbabilityZeroComeLastUnlessEnergyDoesNotCount() {
    double zero = Double.NEGATIVE_INFINITY;
    List<Filling> pool =
        List.of(
            Filling.of("a b", -1),
            Filling.of("a c", -900),
            Filling.of("d e", zero),
            Filling.of("d f", zero));

    assertThat(chosen(pool, 0.99, 4)).startsWith(pool.get(0), pool.get(1)).hasSize(4);
    assertThat(chosen(pool, 1, 2)).containsExactly(pool.get(0), pool.get(2));
  }

  @Test
  void allWordsInCommonStillLeaveAChoice() {
    // Read from other pieces two fillings can have the same words.
    List<Filling> pool =
        List.of(Filling.of("a b", -1), Filling.of("a b", -2), Filling.of("a b", -3));

    assertThat(chosen(pool, 1, 3)).isEqualTo(pool);
    assertThat(chosen(List.of(), 0.5, 3)).isEmpty();
  }

  @Provide
  Arbitrary<List<Filling>> pools() {
    return Arbitraries.longs()
        .map(SplittableRandom::new)
        .map(random -> pool(random, random.nextInt(1, 5), random.nextInt(1, 9)));
  }

  /** Different fillings of words of which there are few, the highest U first. */
  private static List<Filling> pool(SplittableRandom random, int blanks, int size) {
    return Stream.generate(
            () -> IntStream.range(0, blanks).mapToObj(blank -> "w" + random.nextInt(6)).toList())
        .limit(size)
        .distinct()
        .map(words -> new Filling(words, -random.nextDouble(8)))
        .sorted(Comparator.comparingDouble(Filling::energy).reversed())
        .toList();
  }

  private static List<Filling> chosen(List<Filling> pool, double diversity, int count) {
    return new DiverseSelection(diversity)
        .choose(pool, Filling::energy, blanks(pool, tokens -> Optional.empty()), count);
  }

  private static List<BlankWords> blanks(
      List<Filling> pool, Function<int[], Optional<List<FloatBuffer>>> embeddings) {
    return BlankWords.of(
        pool.stream().map(Filling::words).toList(),
        filling ->
            pool.get(filling).words().stream()
                .map(word -> new int[] {word.charAt(word.length() - 1)})
                .toList(),
        embeddings);
  }

  private static Optional<List<FloatBuffer>> embeddings(int[] tokens) {
    return Optional.of(
        IntStream.of(tokens)
            .mapToDouble(token -> (token - '0') / 5.0)
            .mapToObj(
                angle ->
                    FloatBuffer.wrap(
                        new float[] {(float) Math.cos(angle), (float) Math.sin(angle)}))
            .toList());
  }

  private static List<Filling> with(List<Filling> some, Filling one) {
    return Stream.concat(some.stream(), Stream.of(one)).toList();
  }

  private static Stream<List<Filling>> subsets(List<Filling> pool, int size) {
    return IntStream.range(0, 1 << pool.size())
        .filter(bits -> Integer.bitCount(bits) == size)
        .mapToObj(
            bits ->
                IntStream.range(0, pool.size())
                    .filter(i -> (bits >> i & 1) == 1)
                    .mapToObj(pool::get)
                    .toList());
  }

  private static double objective(List<Filling> list, double diversity) {
    return objective(list, diversity, DiverseSelectionTest::similarity);
  }

  private static double objective(
      List<Filling> list, double diversity, ToDoubleBiFunction<Filling, Filling> similarity) {
    double[][] similarities = new double[list.size()][list.size()];
    for (int i = 0; i < list.size(); i++) {
      for (int j = 0; j < list.size(); j++) {
        similarities[i][j] = i == j ? 1 : similarity.applyAsDouble(list.get(i), list.get(j));
      }
    }
    return (1 - diversity) * list.stream().mapToDouble(Filling::energy).sum()
        + diversity * Math.log(determinant(similarities));
  }

  private static double similarity(Filling one, Filling other) {
    int blanks = one.words().size();
    return (blanks - differing(one, other)) / (blanks + 1.0);
  }

  private static long differing(Filling one, Filling other) {
    return IntStream.range(0, one.words().size())
        .filter(blank -> !one.words().get(blank).equals(other.words().get(blank)))
        .count();
  }

  /** By Gaussian elimination; the matrix is positive definite and needs no pivots. */
  private static double determinant(double[][] matrix) {
    double determinant = 1;
    for (int pivot = 0; pivot < matrix.length; pivot++) {
      determinant *= matrix[pivot][pivot];
      for (int row = pivot + 1; row < matrix.length; row++) {
        double factor = matrix[row][pivot] / matrix[pivot][pivot];
        for (int column = pivot; column < matrix.length; column++) {
          matrix[row][column] -= factor * matrix[pivot][column];
        }
      }
    }
    return determinant;
  }

  private static double distance(List<Filling> list) {
    return list.stream()
        .flatMapToDouble(
            one ->
                list.stream()
                    .flatMapToDouble(other -> DoubleStream.of((double) differing(one, other))))
        .sum();
  }
}
