package dev.infill.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CategoricalDistributionTest {
  /** Log-weights of widely different size, some −∞, at least one finite. */
  @Provide
  Arbitrary<double[]> logWeights() {
    return Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.doubles().between(-5, 5)),
            Tuple.of(1, Arbitraries.doubles().between(-900, 900)),
            Tuple.of(1, Arbitraries.just(Double.NEGATIVE_INFINITY)))
        .array(double[].class)
        .ofMinSize(1)
        .ofMaxSize(40)
        .filter(
            weights -> {
              for (double weight : weights) {
                if (weight != Double.NEGATIVE_INFINITY) {
                  return true;
                }
              }
              return false;
            });
  }

  @Property(seed = "1", tries = 300)
  void probabilitiesAreTheSoftmaxAndSumToOne(@ForAll("logWeights") double[] logWeights) {
    CategoricalDistribution distribution = CategoricalDistribution.ofLogWeights(logWeights);
    double sum = 0;
    for (int k = 0; k < logWeights.length; k++) {
      sum += Math.exp(distribution.logProbability(k));
      if (logWeights[k] == Double.NEGATIVE_INFINITY) {
        assertThat(distribution.logProbability(k)).isEqualTo(Double.NEGATIVE_INFINITY);
      } else {
        assertThat(distribution.logProbability(k))
            .isCloseTo(logWeights[k] - distribution.logNormalizer(), within(1e-12));
      }
    }
    assertThat(distribution.size()).isEqualTo(logWeights.length);
    assertThat(sum).isCloseTo(1, within(1e-10));
  }

  @Property(seed = "2", tries = 300)
  void anIndexOfWeightZeroIsNeverDrawn(@ForAll("logWeights") double[] logWeights) {
    CategoricalDistribution distribution = CategoricalDistribution.ofLogWeights(logWeights);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
    for (int draw = 0; draw < 100; draw++) {
      assertThat(distribution.logProbability(distribution.sample(random)))
          .isGreaterThan(Double.NEGATIVE_INFINITY);
    }
    // The two ends of what a generator returns.
    for (double uniform : new double[] {0, Math.nextDown(1.0)}) {
      assertThat(distribution.logProbability(distribution.sample(always(uniform))))
          .isGreaterThan(Double.NEGATIVE_INFINITY);
    }
  }

  private static RandomGenerator always(double uniform) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new UnsupportedOperationException();
      }

      @Override
      public double nextDouble() {
        return uniform;
      }
    };
  }

  /** Of many indices, which are held in blocks, as of few. */
  @Property(seed = "6", tries = 100)
  void theFirstIndexIsDrawnWhoseCumulativeSumExceedsTheNumber(
      @ForAll("logWeights") double[] logWeights, @ForAll @IntRange(min = 1, max = 30) int times) {
    double[] many = new double[logWeights.length * times];
    for (int k = 0; k < many.length; k++) {
      many[k] = logWeights[k % logWeights.length];
    }
    CategoricalDistribution distribution = CategoricalDistribution.ofLogWeights(many);
    double largest = Arrays.stream(many).max().orElseThrow();
    double total = Arrays.stream(many).reduce(0, (sum, w) -> sum + Math.exp(w - largest));
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    for (int draw = 0; draw < 50; draw++) {
      double uniform = draw == 0 ? 0 : draw == 1 ? Math.nextDown(1.0) : random.nextDouble();
      int expected = -1;
      for (double sum = 0; sum <= uniform * total; ) {
        expected++;
        sum += Math.exp(many[expected] - largest);
      }
      assertThat(distribution.sample(always(uniform))).isEqualTo(expected);
    }
  }

  /** Each frequency within 5 standard errors: 40 cells × 20 tries, false alarm 5e-4. */
  @Property(seed = "4", tries = 20)
  void drawsMatchTheProbabilities(@ForAll("logWeights") double[] logWeights) {
    CategoricalDistribution distribution = CategoricalDistribution.ofLogWeights(logWeights);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
    int draws = 20_000;
    int[] counts = new int[logWeights.length];
    for (int draw = 0; draw < draws; draw++) {
      counts[distribution.sample(random)]++;
    }
    for (int k = 0; k < counts.length; k++) {
      double p = Math.exp(distribution.logProbability(k));
      // Counts of a mean below 1 are not near normal: 8 more are as unlikely.
      double bound = 5 * Math.sqrt(draws * p * (1 - p)) + 8;
      assertThat((double) counts[k]).isCloseTo(draws * p, within(bound));
    }
  }

  @Test
  void weightsThatMakeNoDistributionAreRefused() {
    for (double[] weights :
        new double[][] {
          {},
          {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY},
          {0, Double.NaN},
          {Double.POSITIVE_INFINITY, 0}
        }) {
      assertThatThrownBy(() -> CategoricalDistribution.ofLogWeights(weights))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theWeightsStayTheCallers() {
    double[] weights = {0, 0};
    CategoricalDistribution distribution = CategoricalDistribution.ofLogWeights(weights);
    weights[0] = 100;
    assertThat(distribution.logProbability(0)).isCloseTo(Math.log(0.5), within(1e-15));
  }
}
