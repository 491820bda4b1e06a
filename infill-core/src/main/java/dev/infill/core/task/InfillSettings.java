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
import dev.infill.core.sampler.Start;
import dev.infill.core.text.VocabularyChoice;
import dev.infill.core.text.WeightedTerm;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Everything that decides how a text is filled: a value for each setting of the table ({@link
 * Settings}), and the sampler that has those that are its parameters. Values of other samplers'
 * parameters have no effect; they hold as soon as such a sampler is chosen. Immutable; made with
 * {@link #defaults()}, {@link #paper()} or a {@link Builder}.
 */
public final class InfillSettings extends TextSettings {
  /** Temperatures of annealing have a kernel each. */
  private static final int MOST_KERNELS = 1_000_000;

  private final Sampler sampler;

  private InfillSettings(Builder builder) {
    super(builder.completed(), builder.added);
    chainSettings(0);
    requireInRanges();
    String label = get(Settings.SAMPLER);
    Settings.ALL.forEach(setting -> requireUnlessRefused(label, setting));
    sampler = Sampler.of(label, this::get);
    requireAnnealing();
    if (repeats() && pool() != Pool.LAST) {
      throw new InvalidInputException(
          "repeats", "repeats needs the pool 'last': equal last states are listed one by one");
    }
    requireSelection();
    if (select() == Selection.DIVERSE && repeats()) {
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
                  Sampler.labels().stream()
                      .filter(label -> Sampler.of(label).isExact())
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
    if (annealFrom().isEmpty()) {
      return;
    }
    double from = annealFrom().getAsDouble();
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
        chains(), steps(), burnIn(), chainsSeed, batch(), concurrentBatches(), get(Settings.ADAPT));
  }

  /**
   * Says whether proposals can be drawn where an energy is computed, for one that offers it ({@link
   * dev.infill.core.energy.Energy#langevinDraws()}).
   */
  boolean canBeDrawn() {
    return sampler.canBeDrawn()
        && annealFrom().isEmpty()
        && temperature() == 1
        && terms().isEmpty();
  }

  /**
   * Returns the defaults: {@code dmala}, 25 chains of 50 steps, 10 of them burn-in, whole words.
   */
  public static InfillSettings defaults() {
    return new Builder().build();
  }

  /**
   * Returns the choices of the paper's infilling experiment: DMALA, √t, the exact gradient, the
   * full vocabulary, 50 steps, no burn-in, and the 5 likeliest of the chains' 25 last states, equal
   * ones kept.
   */
  public static InfillSettings paper() {
    return new Builder()
        .sampler("dmala")
        .set(Settings.BALANCING, BalancingFunction.SQUARE_ROOT)
        .set(Settings.GRADIENT, GradientKind.EXACT)
        .set(Settings.ALPHA, 0.4)
        .vocabulary(VocabularyChoice.FULL)
        .steps(50)
        .burnIn(0)
        .pool(Pool.LAST)
        .repeats(true)
        .build();
  }

  /** Returns these settings with a seed: their own, or one that is drawn now. */
  public InfillSettings withDrawnSeed() {
    return seed().isPresent() ? this : toBuilder().seed(Settings.drawnSeed()).build();
  }

  /** Returns a builder that starts from these settings. */
  public Builder toBuilder() {
    return new Builder(this);
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

  /** Returns how many sequences the model reads before chains end; empty for any number. */
  public OptionalInt maxPasses() {
    return get(Settings.MAX_PASSES);
  }

  /** Returns how many steps at the front are not kept. */
  public int burnIn() {
    return get(Settings.BURN_IN);
  }

  /** Returns which states the candidates are taken from. */
  public Pool pool() {
    return get(Settings.POOL);
  }

  /** Returns whether equal fillings are listed one by one; needs the pool {@code LAST}. */
  public boolean repeats() {
    return get(Settings.REPEATS);
  }

  /** Returns the temperature that burn-in begins with, above T; empty for T all the time. */
  public OptionalDouble annealFrom() {
    return get(Settings.ANNEAL);
  }

  /** Returns where chains start. */
  public Start start() {
    return get(Settings.START);
  }

  /** Returns how many chains are evaluated together; changes speed, not results. */
  public int batch() {
    return get(Settings.BATCH);
  }

  /** Returns how many batches are evaluated at the same time; changes speed, not results. */
  public int concurrentBatches() {
    return get(Settings.CONCURRENT_BATCHES);
  }

  /** Collects settings; each starts at its default, and {@link #build()} checks them. */
  public static final class Builder {
    private final Map<Setting<?>, Object> values = new HashMap<>();
    private List<WeightedTerm> added = List.of();

    /** Starts from the defaults. */
    public Builder() {
      Settings.ALL.forEach(setting -> values.put(setting, setting.fallback()));
    }

    private Builder(InfillSettings from) {
      values.putAll(from.values());
      added = from.added();
    }

    /**
     * Sets one of the settings.
     *
     * @param setting which
     * @param value its value
     * @return this
     */
    public <T> Builder set(Setting<T> setting, T value) {
      values.put(setting, Objects.requireNonNull(value, setting.name()));
      return this;
    }

    private SortedMap<Integer, List<String>> copyWords(
        Setting<SortedMap<Integer, List<String>>> setting) {
      SortedMap<Integer, List<String>> copy = new TreeMap<>();
      setting
          .of(Objects.requireNonNull(values.get(setting)))
          .forEach((blank, words) -> copy.put(blank, List.copyOf(words)));
      return Collections.unmodifiableSortedMap(copy);
    }

    /** Returns the values, with those that follow from others; this stays as it is. */
    private Map<Setting<?>, Object> completed() {
      Map<Setting<?>, Object> all = new HashMap<>(values);
      all.put(Settings.ALLOW, copyWords(Settings.ALLOW));
      all.put(Settings.FORBID, copyWords(Settings.FORBID));
      all.put(
          Settings.KEYWORD,
          Collections.unmodifiableSortedMap(
              new TreeMap<>(
                  Settings.KEYWORD.of(Objects.requireNonNull(values.get(Settings.KEYWORD))))));
      if (Selection.DIVERSE.equals(values.get(Settings.SELECT))
          && OptionalDouble.empty().equals(values.get(Settings.DIVERSITY))) {
        all.put(Settings.DIVERSITY, OptionalDouble.of(Settings.DEFAULT_DIVERSITY));
      }
      return Map.copyOf(all);
    }

    /** Sets the sampler by its label; its parameters are what is set here. */
    public Builder sampler(String label) {
      return set(Settings.SAMPLER, label);
    }

    /** Sets the sampler with its parameters. */
    public Builder sampler(Sampler sampler) {
      Settings.ALL.stream().filter(sampler::has).forEach(setting -> take(sampler, setting));
      return sampler(sampler.label());
    }

    private <T> void take(Sampler sampler, Setting<T> setting) {
      set(setting, sampler.get(setting));
    }

    /** Sets the number of chains. */
    public Builder chains(int chains) {
      return set(Settings.CHAINS, chains);
    }

    /** Sets the steps of each chain, burn-in included. */
    public Builder steps(int steps) {
      return set(Settings.STEPS, steps);
    }

    /** Sets how many steps at the front are not kept. */
    public Builder burnIn(int burnIn) {
      return set(Settings.BURN_IN, burnIn);
    }

    /** Sets how many candidates there are at most. */
    public Builder top(int top) {
      return set(Settings.TOP, top);
    }

    /** Sets which states the candidates are taken from. */
    public Builder pool(Pool pool) {
      return set(Settings.POOL, pool);
    }

    /**
     * Sets which of these states the candidates are: the best, which takes no diversity, or a
     * diverse list, of the diversity {@link Settings#DEFAULT_DIVERSITY} if none is set.
     */
    public Builder select(Selection select) {
      return set(Settings.SELECT, select);
    }

    /** Sets what a diverse list trades U for, from 0, the best by U, to 1, only distance. */
    public Builder diversity(OptionalDouble diversity) {
      return set(Settings.DIVERSITY, diversity);
    }

    /** Sets whether equal fillings are listed one by one; needs the pool {@code LAST}. */
    public Builder repeats(boolean repeats) {
      return set(Settings.REPEATS, repeats);
    }

    /** Sets T of the target exp(U/T). */
    public Builder temperature(double temperature) {
      return set(Settings.TEMPERATURE, temperature);
    }

    /** Sets the temperature that burn-in begins with, above T; empty for T all the time. */
    public Builder annealFrom(OptionalDouble annealFrom) {
      return set(Settings.ANNEAL, annealFrom);
    }

    /** Sets the seed; drawn if empty. */
    public Builder seed(OptionalLong seed) {
      return set(Settings.SEED, seed);
    }

    /** Sets where chains start. */
    public Builder start(Start start) {
      return set(Settings.START, start);
    }

    /** Sets which tokens may stand in a blank. */
    public Builder vocabulary(VocabularyChoice vocabulary) {
      return set(Settings.VOCABULARY, vocabulary);
    }

    /**
     * Sets the most blanks that a text may have, each counted by the most pieces that it may hold.
     */
    public Builder maxBlanks(int maxBlanks) {
      return set(Settings.MAX_BLANKS, maxBlanks);
    }

    /** Sets how many chains are evaluated together; changes speed, not results. */
    public Builder batch(int batch) {
      return set(Settings.BATCH, batch);
    }

    /** Sets how many batches are evaluated at the same time; changes speed, not results. */
    public Builder concurrentBatches(int concurrentBatches) {
      return set(Settings.CONCURRENT_BATCHES, concurrentBatches);
    }

    /** Sets the seed. */
    public Builder seed(long seed) {
      return seed(OptionalLong.of(seed));
    }

    /** Sets by blank, counted from 1, or {@link BlankConstraint#EVERY_BLANK}, what it may hold. */
    public Builder constraints(Map<Integer, BlankConstraint> constraints) {
      SortedMap<Integer, List<String>> allowed = new TreeMap<>();
      SortedMap<Integer, List<String>> forbidden = new TreeMap<>();
      constraints.forEach(
          (blank, constraint) -> {
            if (!constraint.forbidden().isEmpty()) {
              forbidden.put(blank, constraint.forbidden());
            }
            // One that says nothing still says that there is such a blank.
            if (!constraint.allowed().isEmpty() || constraint.forbidden().isEmpty()) {
              allowed.put(blank, constraint.allowed());
            }
          });
      return set(Settings.ALLOW, allowed).set(Settings.FORBID, forbidden);
    }

    /**
     * Sets the terms that are added to the energy, beside those of {@link Settings#KEYWORD}; they
     * need a sampler that is exact, and blanks of known lengths.
     */
    public Builder terms(List<WeightedTerm> terms) {
      added = List.copyOf(terms);
      return this;
    }

    /**
     * Returns the settings.
     *
     * @throws InvalidInputException if one is out of its range, or two do not go together
     */
    public InfillSettings build() {
      return new InfillSettings(this);
    }
  }
}
