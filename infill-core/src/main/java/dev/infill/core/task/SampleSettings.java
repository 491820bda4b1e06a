package dev.infill.core.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ChainSettings;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.proposal.BalancingFunction;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Sampler;
import dev.infill.core.sampler.Selection;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.core.text.WeightedTerm;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The settings of {@code sample}: a value for each setting of the table ({@link Settings#ALL}). The
 * parameters of other samplers than the chosen one have no effect; they hold as soon as such a
 * sampler is chosen. Immutable; made of {@link #defaults()} or {@link #paper()}.
 */
public final class SampleSettings extends TextSettings<SampleSettings> {
  /** Temperatures of annealing have a kernel each. */
  private static final int MOST_KERNELS = 1_000_000;

  private final Sampler sampler;

  private SampleSettings(Map<Setting<?>, Object> values, List<WeightedTerm> added) {
    super(values, added);
    chainSettings(0);
    requireInRanges();
    String label = get(Settings.SAMPLER);
    Settings.ALL.forEach(setting -> requireUnlessRefused(label, setting));
    sampler = Sampler.of(label);
    requireAnnealing();
    if (get(Settings.MINIBATCH).isPresent() && get(Settings.GRADIENT) != GradientKind.OWN_TERM) {
      throw new InvalidInputException(
          "minibatch", "a minibatch is of own terms, so it needs the gradient own-term");
    }
    if (get(Settings.REPEATS) && get(Settings.POOL) != Pool.LAST) {
      throw new InvalidInputException(
          "repeats", "repeats needs the pool 'last': equal last states are listed one by one");
    }
    if (select() == Selection.DIVERSE && get(Settings.REPEATS)) {
      throw new InvalidInputException(
          "select",
          "select 'diverse' and repeats do not go together: equal fillings do not differ");
    }
    requireWeighed();
  }

  private void requireWeighed() {
    if (!terms().isEmpty() && !sampler.isExact()) {
      throw new InvalidInputException(
          "sampler",
          "%s does not look at the energy of what it draws, so that a term beside U has no effect on it; take one of %s"
              .formatted(
                  sampler.label(),
                  Arrays.stream(Sampler.values())
                      .filter(Sampler::isExact)
                      .map(Sampler::label)
                      .collect(Collectors.joining(", "))));
    }
  }

  private <T> void requireUnlessRefused(String sampler, Setting<T> setting) {
    boolean chosen = !get(setting).equals(setting.fallback());
    if (chosen && setting.refusal().isPresent() && !setting.samplers().contains(sampler)) {
      throw new InvalidInputException(
          setting.name(), sampler + " " + setting.refusal().orElseThrow());
    }
  }

  private void requireAnnealing() {
    if (get(Settings.ANNEAL).isEmpty()) {
      return;
    }
    double from = get(Settings.ANNEAL).getAsDouble();
    if (from <= temperature()) {
      throw new InvalidInputException(
          "anneal", "anneal begins above the temperature " + temperature() + ", not at " + from);
    }
    if (burnIn() == 0) {
      throw new InvalidInputException(
          "anneal", "the temperature falls during burn-in, so burn-in must be at least 1");
    }
    if (burnIn() > MOST_KERNELS) {
      throw new InvalidInputException(
          "anneal",
          "the temperature falls over at most %d steps of burn-in, not %d"
              .formatted(MOST_KERNELS, burnIn()));
    }
    if (get(Settings.ADAPT).isPresent()) {
      throw new InvalidInputException(
          "anneal",
          "anneal and adapt do not go together: a step size is adapted at one temperature");
    }
  }

  /** Returns how the chains are run, from a seed that is set. */
  ChainSettings chainSettings() {
    return chainSettings(seed().orElseThrow());
  }

  private ChainSettings chainSettings(long chainsSeed) {
    return new ChainSettings(
        chains(),
        steps(),
        burnIn(),
        chainsSeed,
        get(Settings.BATCH),
        get(Settings.CONCURRENT_BATCHES),
        get(Settings.ADAPT));
  }

  /**
   * Returns the defaults: {@code dmala}, 25 chains of 50 steps, whole words. Burn-in is a fifth of
   * the steps until it is chosen.
   */
  public static SampleSettings defaults() {
    Map<Setting<?>, Object> values = fallbacks(Settings.ALL);
    values.remove(Settings.BURN_IN);
    return new SampleSettings(values, List.of());
  }

  /**
   * Returns the choices of the paper's infilling experiment: DMALA, √t, the exact gradient, the
   * full vocabulary, 50 steps, no burn-in, and the 5 likeliest of the chains' 25 last states, equal
   * ones kept.
   */
  public static SampleSettings paper() {
    return defaults()
        .with(Settings.SAMPLER, "dmala")
        .with(Settings.BALANCING, BalancingFunction.SQUARE_ROOT)
        .with(Settings.GRADIENT, GradientKind.EXACT)
        .with(Settings.ALPHA, 0.4)
        .with(Settings.VOCABULARY, VocabularyChoice.FULL)
        .with(Settings.STEPS, 50)
        .with(Settings.BURN_IN, 0)
        .with(Settings.POOL, Pool.LAST)
        .with(Settings.REPEATS, true);
  }

  @Override
  SampleSettings of(Map<Setting<?>, Object> values, List<WeightedTerm> added) {
    return new SampleSettings(values, added);
  }

  /** Returns the sampler. */
  public Sampler sampler() {
    return sampler;
  }

  @Override
  public List<Setting<?>> table() {
    return Settings.ALL;
  }

  /** Returns the number of chains. */
  public int chains() {
    return get(Settings.CHAINS);
  }

  /** Returns the steps of each chain, burn-in included. */
  public int steps() {
    return get(Settings.STEPS);
  }

  /** Returns the number of model passes that ends the chains; empty for any number. */
  public OptionalInt maxPasses() {
    return get(Settings.MAX_PASSES);
  }

  /** Returns the number of steps at the front that are not kept. */
  public int burnIn() {
    return get(Settings.BURN_IN);
  }
}
