package dev.infill.evaluation.lab.sampler;

import dev.infill.core.energy.Domain;
import dev.infill.core.energy.State;
import dev.infill.corpora.task.SeededHash;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Random numbers of an experiment, split from its seed.
 *
 * @param root what they are split from
 */
public record Streams(SplittableGenerator root) {
  /** Returns the numbers of a seed. */
  public static Streams of(long seed) {
    return new Streams(
        RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom").create(seed));
  }

  /**
   * Returns the numbers of a part of the experiment that begins with them again and again, as every
   * sampler starts where the others do. No two seeds and parts share them.
   *
   * @param part which part, from 0
   */
  public static Streams of(long seed, int part) {
    return of(new SeededHash(seed).of("part", Integer.toString(part)));
  }

  /** Returns numbers of their own for a part of the experiment. */
  public Streams split() {
    return new Streams(root.split());
  }

  /** Returns one stream for each of some chains. */
  public List<SplittableGenerator> chains(int count) {
    return Stream.generate(root::split).limit(count).toList();
  }

  /** Returns states with all values equally likely. */
  public List<State> uniformStates(List<Domain> domains, int count) {
    return IntStream.range(0, count).mapToObj(k -> uniform(domains, root)).toList();
  }

  /** Returns the numbers from 0 below a bound, in an order that is as likely as any other. */
  public int[] shuffled(int count) {
    int[] order = IntStream.range(0, count).toArray();
    for (int k = count - 1; k > 0; k--) {
      int other = root.nextInt(k + 1);
      int kept = order[k];
      order[k] = order[other];
      order[other] = kept;
    }
    return order;
  }

  private static State uniform(List<Domain> domains, RandomGenerator random) {
    return State.of(domains.stream().mapToInt(domain -> random.nextInt(domain.size())).toArray());
  }
}
