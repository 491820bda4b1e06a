package dev.infill.core.infill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import dev.infill.core.chain.ChainSettings;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.kernel.IntermediateForm;
import dev.infill.core.sampler.AcceptanceKind;
import dev.infill.core.sampler.Pool;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Start;
import dev.infill.core.text.EnergyKind;
import dev.infill.core.text.VocabularyChoice;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Everything that decides how a text is filled. Immutable; made with {@link #defaults()}, {@link
 * #paper()} or a {@link Builder}.
 *
 * @param sampler which sampler
 * @param energy which energy
 * @param gradient the gradient that Langevin proposals and Gibbs-with-gradients use: {@code EXACT}
 *     or {@code OWN_TERM}
 * @param balancing the balancing function g
 * @param stepSize α, from 1e-9 to 1e9; where adaptation starts if there is one
 * @param targetAcceptance if present, α is adapted toward it in burn-in, at least one step, and
 *     then frozen; for {@code DMALA} and {@code CDMALA}, as other samplers have no step size or
 *     accept everything
 * @param intermediate how the continuous intermediates of {@code CDMALA}, {@code CDULA} and {@code
 *     CGWG} are found
 * @param intermediateStepSize α₀ of these, from 1e-9 to 1e9
 * @param precondition whether the step size of Langevin proposals differs from blank to blank;
 *     {@code NONE} for samplers without a step size
 * @param cycles if present, the step size of {@code DMALA} or {@code CDMALA} falls this many times
 *     from a large to a small one after burn-in, β of the balancing function with it ({@link
 *     dev.infill.core.kernel.CyclicalKernel}); both are adapted in burn-in, at least two steps,
 *     toward the target acceptance, or 0.574
 * @param minibatch if present, how many blanks, drawn again in every step, the gradient of {@code
 *     DULA} is estimated from, at least 1; all where a text has fewer
 * @param blanksPerStep how many blanks Gibbs-with-gradients changes in one step, at least 1; all
 *     that can change where a text has fewer
 * @param blockSize if present, how many blanks {@code GIBBS_EXACT} draws together, or {@code HB}
 *     chooses changes among, at least 1; else 1 for {@code GIBBS_EXACT}, and 10 for {@code HB} as
 *     in the paper. All where a text has fewer
 * @param radius how many blanks {@code HB} may change from a filling near that of the chain, at
 *     least 1; 1 for other samplers
 * @param acceptance how samplers that refuse moves decide; {@code REVERSIBLE} for those that accept
 *     everything
 * @param delta δ of the non-reversible acceptance, from 1e-6 to 1.999999
 * @param chains the number of chains, from 1 to 100,000
 * @param steps steps of each chain, burn-in included, from 1 to 1,000,000,000
 * @param burnIn steps that are not kept, 0 ≤ burnIn &lt; steps
 * @param top how many candidates are returned at most, from 1 to 1,000,000
 * @param pool which states the candidates are taken from
 * @param repeats whether equal fillings are listed one by one, as the paper's protocol does; needs
 *     the pool {@code LAST}
 * @param temperature T of the target exp(U/T), from 0.001 to 1000
 * @param annealFrom if present, chains begin at this temperature, above T and at most 1000, which
 *     falls geometrically to T in burn-in, from 1 to 1,000,000 steps; then T stays. Not together
 *     with a target acceptance
 * @param seed the seed; drawn if empty
 * @param start where chains start
 * @param vocabulary which tokens may stand in a blank
 * @param constraints by blank, counted from 1, what it may hold; iterated in that order
 * @param maxBlanks the most blanks that a text may have, each counted by the most pieces that it
 *     may hold, from 1 to 1,000,000; so far go all numbers of blanks
 * @param batch how many chains are evaluated together, from 1 to 10,000; changes speed, not results
 * @param concurrentBatches how many of these batches are evaluated at the same time, from 1 to
 *     1,000; changes speed, not results. 1 is right for a model that parallelises within a batch.
 */
public record InfillSettings(
    SamplerKind sampler,
    EnergyKind energy,
    GradientKind gradient,
    BalancingFunction balancing,
    double stepSize,
    OptionalDouble targetAcceptance,
    IntermediateForm intermediate,
    double intermediateStepSize,
    Precondition precondition,
    OptionalInt cycles,
    OptionalInt minibatch,
    int blanksPerStep,
    OptionalInt blockSize,
    int radius,
    AcceptanceKind acceptance,
    double delta,
    int chains,
    int steps,
    int burnIn,
    int top,
    Pool pool,
    boolean repeats,
    double temperature,
    OptionalDouble annealFrom,
    OptionalLong seed,
    Start start,
    VocabularyChoice vocabulary,
    Map<Integer, BlankConstraint> constraints,
    int maxBlanks,
    int batch,
    int concurrentBatches) {
  /** Optimal for locally balanced proposals on many coordinates. */
  private static final double OPTIMAL_ACCEPTANCE = 0.574;

  /**
   * Drawn seeds stay below 2⁵³, so that readers of JSON that know only doubles keep every digit.
   */
  private static final long SEED_BOUND = 1L << 53;

  /** Wide enough for what adaptation can end at, so that it can be given again. */
  private static final NumberRange STEP_SIZE = new NumberRange(1e-9, 1e9);

  /** U/T of a long text stays far from what doubles hold. */
  private static final NumberRange TEMPERATURE = new NumberRange(0.001, 1000);

  /** Where δ is 0 or 2, the number does not move. */
  private static final NumberRange DELTA = new NumberRange(1e-6, 2 - 1e-6);

  private static final NumberRange PIECES = new NumberRange(1, 1_000_000);

  /** Each has two steps, after two of burn-in. */
  private static final NumberRange CYCLES = new NumberRange(1, 499_999_999);

  /** Temperatures of annealing, and step sizes of a cycle, have a kernel each. */
  private static final int MOST_KERNELS = 1_000_000;

  private static final NumberRange CANDIDATES = new NumberRange(1, 1_000_000);

  /** Checks the ranges, and what goes together. */
  public InfillSettings {
    constraints = Collections.unmodifiableSortedMap(new TreeMap<>(constraints));
    STEP_SIZE.require("alpha", stepSize);
    STEP_SIZE.require("alpha0", intermediateStepSize);
    TEMPERATURE.require("temperature", temperature);
    if (precondition != Precondition.NONE && !sampler.hasStepSize()) {
      throw new InvalidInputException(
          "precondition",
          sampler.label() + " has no step size to precondition; dmala and dula have one");
    }
    if (annealFrom.isPresent()) {
      requireAnnealing(annealFrom.getAsDouble(), temperature, burnIn, targetAcceptance);
    }
    if (minibatch.isPresent()) {
      requireStochasticGradient(minibatch.getAsInt(), sampler, gradient);
    }
    if (cycles.isPresent()) {
      requireCycles(cycles.getAsInt(), sampler, balancing, steps - burnIn);
      if (burnIn < 2 || annealFrom.isPresent()) {
        throw new InvalidInputException(
            "cycles",
            annealFrom.isPresent()
                ? "cycles and anneal do not go together: step sizes are adapted at one temperature"
                : "the step sizes of cycles are adapted in burn-in, so it must be at least 2");
      }
    }
    PIECES.require("gwg-blanks", blanksPerStep);
    if (blockSize.isPresent()) {
      requireBlocks(blockSize.getAsInt(), sampler);
    }
    PIECES.require("radius", radius);
    if (radius > 1 && !sampler.hasRadius()) {
      throw new InvalidInputException("radius", sampler.label() + " has no Hamming ball; hb has");
    }
    DELTA.require("delta", delta);
    if (acceptance != AcceptanceKind.REVERSIBLE && !sampler.hasAcceptance()) {
      throw new InvalidInputException(
          "acceptance",
          sampler.label() + " accepts every proposal; dmala, gwg and gibbs-mh refuse some");
    }
    CANDIDATES.require("top", top);
    PIECES.require("max-blanks", maxBlanks);
    if (gradient == GradientKind.NONE) {
      throw new InvalidInputException("gradient", "gradient must be exact or own-term");
    }
    if (repeats && pool != Pool.LAST) {
      throw new InvalidInputException(
          "repeats", "repeats needs the pool 'last': equal last states are listed one by one");
    }
    new ChainSettings(
        chains, steps, burnIn, seed.orElse(0), batch, concurrentBatches, targetAcceptance);
  }

  private static void requireAnnealing(
      double from, double temperature, int burnIn, OptionalDouble targetAcceptance) {
    TEMPERATURE.require("anneal", from);
    if (from <= temperature) {
      throw new InvalidInputException(
          "anneal", "anneal begins above the temperature " + temperature + ", not at " + from);
    }
    if (burnIn == 0) {
      throw new InvalidInputException(
          "anneal", "the temperature falls during burn-in, so burn-in must be at least 1");
    }
    if (burnIn > MOST_KERNELS) {
      throw new InvalidInputException(
          "anneal",
          "the temperature falls over at most %d steps of burn-in, not %d"
              .formatted(MOST_KERNELS, burnIn));
    }
    if (targetAcceptance.isPresent()) {
      throw new InvalidInputException(
          "anneal",
          "anneal and adapt do not go together: a step size is adapted at one temperature");
    }
  }

  private static void requireStochasticGradient(
      int minibatch, SamplerKind sampler, GradientKind gradient) {
    PIECES.require("minibatch", minibatch);
    if (!sampler.hasMinibatch()) {
      throw new InvalidInputException(
          "minibatch",
          sampler.label() + " takes no minibatch; dula does, as it never asks for the whole of U");
    }
    if (gradient != GradientKind.OWN_TERM) {
      throw new InvalidInputException(
          "minibatch", "a minibatch is of own terms, so it needs the gradient own-term");
    }
  }

  private static void requireBlocks(int blockSize, SamplerKind sampler) {
    PIECES.require("block", blockSize);
    if (!sampler.hasBlocks()) {
      throw new InvalidInputException(
          "block", sampler.label() + " has no blocks of blanks; gibbs-exact and hb have");
    }
  }

  private static void requireCycles(
      int cycles, SamplerKind sampler, BalancingFunction balancing, int kept) {
    CYCLES.require("cycles", cycles);
    if (!sampler.canAdapt()) {
      throw new InvalidInputException(
          "cycles",
          sampler.label() + " has no cycles of adapted step sizes; dmala and cdmala have");
    }
    if (!(balancing instanceof BalancingFunction.Power)) {
      throw new InvalidInputException(
          "cycles", "cycles need the balancing sqrt or power:β, whose β falls with the step size");
    }
    if (kept / cycles < 2) {
      throw new InvalidInputException(
          "cycles",
          "%d cycles need 2 steps each, of which there are %d after burn-in"
              .formatted(cycles, kept));
    }
    if (kept / cycles > MOST_KERNELS) {
      throw new InvalidInputException(
          "cycles",
          "a cycle has at most %d steps, and %d cycles have %d each"
              .formatted(MOST_KERNELS, cycles, kept / cycles));
    }
  }

  /** Returns how the chains are run, from a seed that is set. */
  ChainSettings chainSettings() {
    return new ChainSettings(
        chains,
        steps,
        burnIn,
        seed.orElseThrow(),
        batch,
        concurrentBatches,
        cycles.isPresent() && targetAcceptance.isEmpty()
            ? OptionalDouble.of(OPTIMAL_ACCEPTANCE)
            : targetAcceptance);
  }

  /** Returns the defaults: {@code GIBBS_MH}, 25 chains × 50 steps, whole words. */
  public static InfillSettings defaults() {
    return new Builder().build();
  }

  /**
   * Returns the choices of the paper's infilling experiment: DMALA, √t, the exact gradient, the
   * full vocabulary, no burn-in, and the 5 likeliest of the chains' 25 last states, equal ones
   * kept.
   */
  public static InfillSettings paper() {
    return new Builder()
        .sampler(SamplerKind.DMALA)
        .balancing(BalancingFunction.SQUARE_ROOT)
        .gradient(GradientKind.EXACT)
        .stepSize(0.4)
        .vocabulary(VocabularyChoice.FULL)
        .burnIn(0)
        .pool(Pool.LAST)
        .repeats(true)
        .build();
  }

  /** Returns these settings with a seed: their own, or one that is drawn now. */
  public InfillSettings withDrawnSeed() {
    return seed.isPresent()
        ? this
        : toBuilder().seed(ThreadLocalRandom.current().nextLong(SEED_BOUND)).build();
  }

  /** Returns a builder that starts from these settings. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects settings; each starts at its default, and {@link #build()} checks them. */
  public static final class Builder {
    private SamplerKind sampler = SamplerKind.GIBBS_MH;
    private EnergyKind energy = EnergyKind.PSEUDO_LOG_LIKELIHOOD;
    private GradientKind gradient = GradientKind.OWN_TERM;
    private BalancingFunction balancing = BalancingFunction.power(0.9);
    private double stepSize = 0.4;
    private OptionalDouble targetAcceptance = OptionalDouble.empty();
    private IntermediateForm intermediate = IntermediateForm.SIMPLEX;
    private double intermediateStepSize = 0.2;
    private Precondition precondition = Precondition.NONE;
    private OptionalInt cycles = OptionalInt.empty();
    private OptionalInt minibatch = OptionalInt.empty();
    private int blanksPerStep = 1;
    private OptionalInt blockSize = OptionalInt.empty();
    private int radius = 1;
    private AcceptanceKind acceptance = AcceptanceKind.REVERSIBLE;
    private double delta = 0.1;
    private int chains = 25;
    private int steps = 50;
    private int burnIn = 10;
    private int top = 5;
    private Pool pool = Pool.VISITED;
    private boolean repeats = false;
    private double temperature = 1;
    private OptionalDouble annealFrom = OptionalDouble.empty();
    private OptionalLong seed = OptionalLong.empty();
    private Start start = Start.MASKED;
    private VocabularyChoice vocabulary = VocabularyChoice.WORDS;
    private Map<Integer, BlankConstraint> constraints = Map.of();
    private int maxBlanks = 32;
    private int batch = 25;
    private int concurrentBatches = 1;

    /** Starts from the defaults. */
    public Builder() {}

    private Builder(InfillSettings from) {
      this.sampler = from.sampler;
      this.energy = from.energy;
      this.gradient = from.gradient;
      this.balancing = from.balancing;
      this.stepSize = from.stepSize;
      this.targetAcceptance = from.targetAcceptance;
      this.intermediate = from.intermediate;
      this.intermediateStepSize = from.intermediateStepSize;
      this.precondition = from.precondition;
      this.cycles = from.cycles;
      this.minibatch = from.minibatch;
      this.blanksPerStep = from.blanksPerStep;
      this.blockSize = from.blockSize;
      this.radius = from.radius;
      this.acceptance = from.acceptance;
      this.delta = from.delta;
      this.chains = from.chains;
      this.steps = from.steps;
      this.burnIn = from.burnIn;
      this.top = from.top;
      this.pool = from.pool;
      this.repeats = from.repeats;
      this.temperature = from.temperature;
      this.annealFrom = from.annealFrom;
      this.seed = from.seed;
      this.start = from.start;
      this.vocabulary = from.vocabulary;
      this.constraints = from.constraints;
      this.maxBlanks = from.maxBlanks;
      this.batch = from.batch;
      this.concurrentBatches = from.concurrentBatches;
    }

    /**
     * Sets which sampler.
     *
     * @param sampler see {@link InfillSettings}
     * @return this
     */
    public Builder sampler(SamplerKind sampler) {
      this.sampler = sampler;
      return this;
    }

    /**
     * Sets which energy.
     *
     * @param energy see {@link InfillSettings}
     * @return this
     */
    public Builder energy(EnergyKind energy) {
      this.energy = energy;
      return this;
    }

    /**
     * Sets {@code EXACT} or {@code OWN_TERM}.
     *
     * @param gradient see {@link InfillSettings}
     * @return this
     */
    public Builder gradient(GradientKind gradient) {
      this.gradient = gradient;
      return this;
    }

    /**
     * Sets the balancing function g.
     *
     * @param balancing see {@link InfillSettings}
     * @return this
     */
    public Builder balancing(BalancingFunction balancing) {
      this.balancing = balancing;
      return this;
    }

    /**
     * Sets α, positive and finite.
     *
     * @param stepSize see {@link InfillSettings}
     * @return this
     */
    public Builder stepSize(double stepSize) {
      this.stepSize = stepSize;
      return this;
    }

    /**
     * Sets the mean acceptance that α is adapted toward in burn-in; empty for a fixed α.
     *
     * @param targetAcceptance see {@link InfillSettings}
     * @return this
     */
    public Builder targetAcceptance(OptionalDouble targetAcceptance) {
      this.targetAcceptance = targetAcceptance;
      return this;
    }

    /**
     * Sets how continuous intermediates are found.
     *
     * @param intermediate see {@link InfillSettings}
     * @return this
     */
    public Builder intermediate(IntermediateForm intermediate) {
      this.intermediate = intermediate;
      return this;
    }

    /**
     * Sets α₀, positive and finite.
     *
     * @param intermediateStepSize see {@link InfillSettings}
     * @return this
     */
    public Builder intermediateStepSize(double intermediateStepSize) {
      this.intermediateStepSize = intermediateStepSize;
      return this;
    }

    /**
     * Sets whether the step size of Langevin proposals differs from blank to blank.
     *
     * @param precondition see {@link InfillSettings}
     * @return this
     */
    public Builder precondition(Precondition precondition) {
      this.precondition = precondition;
      return this;
    }

    /**
     * Sets how many times the step size of DMALA or cDMALA falls; empty for one step size.
     *
     * @param cycles see {@link InfillSettings}
     * @return this
     */
    public Builder cycles(OptionalInt cycles) {
      this.cycles = cycles;
      return this;
    }

    /**
     * Sets how many blanks the gradient of DULA is estimated from; empty for all.
     *
     * @param minibatch see {@link InfillSettings}
     * @return this
     */
    public Builder minibatch(OptionalInt minibatch) {
      this.minibatch = minibatch;
      return this;
    }

    /**
     * Sets how many blanks Gibbs-with-gradients changes in a step.
     *
     * @param blanksPerStep see {@link InfillSettings}
     * @return this
     */
    public Builder blanksPerStep(int blanksPerStep) {
      this.blanksPerStep = blanksPerStep;
      return this;
    }

    /**
     * Sets how many blanks {@code GIBBS_EXACT} and {@code HB} take together; empty for 1 and 10.
     *
     * @param blockSize see {@link InfillSettings}
     * @return this
     */
    public Builder blockSize(OptionalInt blockSize) {
      this.blockSize = blockSize;
      return this;
    }

    /**
     * Sets how many blanks {@code HB} may change from a filling near that of the chain.
     *
     * @param radius see {@link InfillSettings}
     * @return this
     */
    public Builder radius(int radius) {
      this.radius = radius;
      return this;
    }

    /**
     * Sets how samplers that refuse moves decide.
     *
     * @param acceptance see {@link InfillSettings}
     * @return this
     */
    public Builder acceptance(AcceptanceKind acceptance) {
      this.acceptance = acceptance;
      return this;
    }

    /**
     * Sets δ of the non-reversible acceptance.
     *
     * @param delta see {@link InfillSettings}
     * @return this
     */
    public Builder delta(double delta) {
      this.delta = delta;
      return this;
    }

    /**
     * Sets the number of chains.
     *
     * @param chains see {@link InfillSettings}
     * @return this
     */
    public Builder chains(int chains) {
      this.chains = chains;
      return this;
    }

    /**
     * Sets the steps of each chain, burn-in included.
     *
     * @param steps see {@link InfillSettings}
     * @return this
     */
    public Builder steps(int steps) {
      this.steps = steps;
      return this;
    }

    /**
     * Sets how many steps at the front are not kept.
     *
     * @param burnIn see {@link InfillSettings}
     * @return this
     */
    public Builder burnIn(int burnIn) {
      this.burnIn = burnIn;
      return this;
    }

    /**
     * Sets how many candidates at most.
     *
     * @param top see {@link InfillSettings}
     * @return this
     */
    public Builder top(int top) {
      this.top = top;
      return this;
    }

    /**
     * Sets which states the candidates are taken from.
     *
     * @param pool see {@link InfillSettings}
     * @return this
     */
    public Builder pool(Pool pool) {
      this.pool = pool;
      return this;
    }

    /**
     * Sets whether equal fillings are listed one by one.
     *
     * @param repeats see {@link InfillSettings}
     * @return this
     */
    public Builder repeats(boolean repeats) {
      this.repeats = repeats;
      return this;
    }

    /**
     * Sets T of the target exp(U/T).
     *
     * @param temperature see {@link InfillSettings}
     * @return this
     */
    public Builder temperature(double temperature) {
      this.temperature = temperature;
      return this;
    }

    /**
     * Sets the temperature that burn-in begins with; empty for T all the time.
     *
     * @param annealFrom see {@link InfillSettings}
     * @return this
     */
    public Builder annealFrom(OptionalDouble annealFrom) {
      this.annealFrom = annealFrom;
      return this;
    }

    /**
     * Sets the seed; drawn if empty.
     *
     * @param seed see {@link InfillSettings}
     * @return this
     */
    public Builder seed(OptionalLong seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Sets the seed.
     *
     * @param seed any number
     * @return this
     */
    public Builder seed(long seed) {
      return seed(OptionalLong.of(seed));
    }

    /**
     * Sets where chains start.
     *
     * @param start see {@link InfillSettings}
     * @return this
     */
    public Builder start(Start start) {
      this.start = start;
      return this;
    }

    /**
     * Sets which tokens may stand in a blank.
     *
     * @param vocabulary see {@link InfillSettings}
     * @return this
     */
    public Builder vocabulary(VocabularyChoice vocabulary) {
      this.vocabulary = vocabulary;
      return this;
    }

    /**
     * Sets by blank, counted from 1, what it may hold.
     *
     * @param constraints see {@link InfillSettings}
     * @return this
     */
    public Builder constraints(Map<Integer, BlankConstraint> constraints) {
      this.constraints = constraints;
      return this;
    }

    /**
     * Sets the most blanks that a text may have.
     *
     * @param maxBlanks see {@link InfillSettings}
     * @return this
     */
    public Builder maxBlanks(int maxBlanks) {
      this.maxBlanks = maxBlanks;
      return this;
    }

    /**
     * Sets how many chains are evaluated together.
     *
     * @param batch see {@link InfillSettings}
     * @return this
     */
    public Builder batch(int batch) {
      this.batch = batch;
      return this;
    }

    /**
     * Sets how many batches are evaluated at the same time.
     *
     * @param concurrentBatches see {@link InfillSettings}
     * @return this
     */
    public Builder concurrentBatches(int concurrentBatches) {
      this.concurrentBatches = concurrentBatches;
      return this;
    }

    /**
     * Returns the settings.
     *
     * @throws InvalidInputException if one is out of its range
     */
    public InfillSettings build() {
      return new InfillSettings(
          sampler,
          energy,
          gradient,
          balancing,
          stepSize,
          targetAcceptance,
          intermediate,
          intermediateStepSize,
          precondition,
          cycles,
          minibatch,
          blanksPerStep,
          blockSize,
          radius,
          acceptance,
          delta,
          chains,
          steps,
          burnIn,
          top,
          pool,
          repeats,
          temperature,
          annealFrom,
          seed,
          start,
          vocabulary,
          constraints,
          maxBlanks,
          batch,
          concurrentBatches);
    }
  }
}
