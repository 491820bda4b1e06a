package dev.infill.evaluation.bench;

import dev.infill.core.energy.CategoricalDistribution;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.evaluation.lab.kernel.Chains;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a sampler itself does with distributions over BERT's 30,522 word pieces, the model being a
 * few arrays. {@link VocabularyBenchmarksTest} says how they are run.
 */
@org.openjdk.jmh.annotations.State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class VocabularyBenchmarks {
  private static final int BLANKS = 3;
  private static final int CONTEXTS = 16;

  /** The number of word pieces. */
  @Param("30522")
  public int vocabulary;

  private final SplittableRandom random = new SplittableRandom(1);
  private final List<double[]> logProbabilities = new ArrayList<>();
  private final List<CategoricalDistribution> distributions = new ArrayList<>();
  private final List<Walk> walks = new ArrayList<>();
  private int turn;

  /** A chain on the way. */
  private static final class Walk {
    private final Target target;
    private final DiscreteLangevin kernel;
    private List<ChainState> chain;

    Walk(ArrayEnergy energy, BalancingFunction balancing, double stepSize) {
      target = Target.of(energy);
      kernel = DiscreteLangevin.dmala(GradientKind.OWN_TERM, balancing, stepSize);
      chain = Chains.start(kernel, target, List.of(State.of(new int[BLANKS])));
    }

    State step(SplittableRandom random) {
      chain = List.of(Chains.step(kernel, target, chain, List.of(random)).get(0).next());
      return chain.get(0).state();
    }
  }

  /** Draws what the model says in a few contexts: few pieces are likely, most are not. */
  @Setup
  public void draw() {
    for (int context = 0; context < CONTEXTS; context++) {
      double[] logWeights =
          random.doubles(vocabulary).map(uniform -> 12 * Math.log(1 - uniform)).toArray();
      CategoricalDistribution distribution = CategoricalDistribution.ofLogWeights(logWeights);
      distributions.add(distribution);
      logProbabilities.add(
          IntStream.range(0, vocabulary).mapToDouble(distribution::logProbability).toArray());
    }
    ArrayEnergy energy = new ArrayEnergy(BLANKS, logProbabilities);
    walks.add(new Walk(energy, BalancingFunction.SQUARE_ROOT, 0.3));
    walks.add(new Walk(energy, BalancingFunction.power(0.9), 0.4));
  }

  /** Makes a distribution of log-weights. */
  @Benchmark
  public CategoricalDistribution normalize() {
    return CategoricalDistribution.ofLogWeights(logProbabilities.get(turn()));
  }

  /** Draws one word piece. */
  @Benchmark
  public int sample() {
    return distributions.get(turn()).sample(random);
  }

  /** Looks up how probable a word piece is. */
  @Benchmark
  public double logProbability() {
    return distributions.get(turn()).logProbability(random.nextInt(vocabulary));
  }

  /** One step of DMALA with 3 blanks: g = √t, α = 0.3. */
  @Benchmark
  public State stepOfThePaper() {
    return walks.get(0).step(random);
  }

  /** One step of DMALA with 3 blanks, as it is by default. */
  @Benchmark
  public State stepByDefault() {
    return walks.get(1).step(random);
  }

  private int turn() {
    turn = (turn + 1) % CONTEXTS;
    return turn;
  }
}
