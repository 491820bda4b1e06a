package dev.infill.core.infill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ChainRunner;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.ProgressListener.Phase;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.energy.ContextCache;
import dev.infill.core.energy.Energy;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.GradientKind;
import dev.infill.core.energy.State;
import dev.infill.core.energy.TemperedEnergy;
import dev.infill.core.kernel.AnnealedKernel;
import dev.infill.core.kernel.BalancingFunction;
import dev.infill.core.kernel.Curvature;
import dev.infill.core.kernel.CyclicalKernel;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepSizeKernel;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Fills the blanks of texts with many good and different answers.
 *
 * <pre>{@code
 * Infilling result = new Infiller(model).infill("the old [MASK] walked down the [MASK] .");
 * }</pre>
 *
 * <p>Every chain draws from a stream of its own, split from the seed; so a seed gives the same
 * candidates whatever the batch, the threads, and the other texts that are filled. Where a model's
 * answer depends on its batch by floating-point rounding, a seed can only promise as much as the
 * model does.
 *
 * <p>Thread-safe; the model stays its caller's to close.
 */
public final class Infiller {
  /** As many changes of each blank tell how much U bends there, to about a third of it. */
  private static final int STATES_FOR_CURVATURE = 8;

  private final MaskedLanguageModel model;
  private final int textsAtOnce;

  /**
   * Creates an infiller of one text at a time.
   *
   * @param model the model whose energy is sampled
   */
  public Infiller(MaskedLanguageModel model) {
    this(model, 1);
  }

  /**
   * Creates an infiller.
   *
   * @param model the model whose energy is sampled
   * @param textsAtOnce how many texts are filled at the same time, at least 1: the more, the less
   *     memory each has for conditionals that may be met again; changes speed, not results
   * @throws IllegalArgumentException if it is less
   */
  public Infiller(MaskedLanguageModel model, int textsAtOnce) {
    if (textsAtOnce < 1) {
      throw new IllegalArgumentException("at least 1 text at once, not " + textsAtOnce);
    }
    this.model = model;
    this.textsAtOnce = textsAtOnce;
  }

  /**
   * Fills a text with the default settings.
   *
   * @param text a text with blanks: {@code [MASK]}, or three or more underscores
   * @throws InvalidInputException if the text cannot be filled: no blank, too many blanks or pieces
   */
  public Infilling infill(String text) {
    return infill(text, InfillSettings.defaults());
  }

  /**
   * Fills a text.
   *
   * @param text a text with blanks
   * @param settings how
   * @throws InvalidInputException if the text cannot be filled so: no blank, too many blanks or
   *     pieces, a constraint that names a blank that is not there, a word that is not one piece, or
   *     that leaves a blank nothing to hold, a gradient that the energy does not have, a step size
   *     to adapt where there is none or no burn-in to do it in, or more than 2,000 fillings for a
   *     sampler to enumerate in a step
   */
  public Infilling infill(String text, InfillSettings settings) {
    return infill(text, settings, ProgressListener.NONE, new Cancellation());
  }

  /**
   * Fills a text, telling a listener how far it is.
   *
   * @param text a text with blanks
   * @param settings how
   * @param listener is told of every step, and of every batch of states that is scored: all of
   *     them, for kernels that do not evaluate U, and the candidates. What it throws ends the run,
   *     and is thrown as it is
   * @param cancellation stops the run within one step, or within one batch of states being scored;
   *     the candidates found by then are returned. A run that is cancelled in burn-in returns where
   *     its chains were. Interrupting the thread does the same, and its interrupt status stays set.
   * @throws InvalidInputException as {@link #infill(String, InfillSettings)} does
   */
  public Infilling infill(
      String text, InfillSettings settings, ProgressListener listener, Cancellation cancellation) {
    return infill(text, settings, listener, StepListener.NONE, cancellation);
  }

  /**
   * Fills a text, telling what the chains do while they do it.
   *
   * @param text a text with blanks
   * @param settings how
   * @param listener as above
   * @param steps is told where all chains are after every step
   * @param cancellation as above
   * @throws InvalidInputException as {@link #infill(String, InfillSettings)} does
   */
  public Infilling infill(
      String text,
      InfillSettings settings,
      ProgressListener listener,
      StepListener steps,
      Cancellation cancellation) {
    long began = System.nanoTime();
    InfillSettings seeded = settings.withDrawnSeed();
    Job job = job(text, seeded);
    ChainRun run =
        job.task()
            .runner(seeded)
            .run(
                job.kernel(),
                job.start(),
                steps == StepListener.NONE
                    ? listener
                    : new StepTranslator(listener, steps, job.task().fillings(), settings),
                cancellation);

    PooledStates pool = PooledStates.of(run, settings.pool());
    StateEnergies energies =
        new StateEnergies(job.task().energy(), settings.batch(), run, settings.temperature());
    boolean scored = scoreUnknown(pool, energies, settings.top(), listener, cancellation);
    Fillings fillings = job.task().fillings();
    List<State> best = best(pool, energies, fillings, settings, listener);
    List<State> last = run.last();
    return new Infilling(
        text,
        seeded,
        model.description(),
        job.kernel().isExact(),
        best.stream()
            .map(state -> candidate(state, energies.evaluation(state), fillings, pool, last))
            .toList(),
        Diagnostics.of(
            run,
            pool.distinct().size(),
            energies.traces(run.kept()),
            job.passesBefore() + run.modelPasses() + energies.modelPasses(),
            job.task().hits(),
            (System.nanoTime() - began) / 1e9),
        run.cancelled() || !scored);
  }

  /**
   * Runs the chains of a text and keeps every step.
   *
   * @param text a text with blanks
   * @param settings how; what says which candidates are returned has no effect
   * @param rule says when to stop, in place of the settings' number of steps; its passes are those
   *     of {@link SampledChains#modelPasses}
   * @param listener is told of every step
   * @param cancellation stops the run within one step; what was done is returned
   * @throws InvalidInputException as {@link #infill(String, InfillSettings)} does
   */
  public SampledChains sample(
      String text,
      InfillSettings settings,
      StoppingRule rule,
      ProgressListener listener,
      Cancellation cancellation) {
    long began = System.nanoTime();
    InfillSettings seeded = settings.withDrawnSeed();
    Job job = job(text, seeded);
    int passesBefore = job.passesBefore();
    ChainRun run =
        job.task()
            .runner(seeded)
            .run(
                job.kernel(),
                job.start(),
                (steps, passes) -> rule.isMet(steps, passes + passesBefore),
                listener,
                cancellation);
    return new SampledChains(
        seeded,
        job.kernel().isExact(),
        run,
        new StateEnergies(job.task().energy(), settings.batch(), run, settings.temperature()),
        job.task().fillings(),
        passesBefore + run.modelPasses() - run.stepPasses(),
        (System.nanoTime() - began) / 1e9);
  }

  /**
   * Checks that a text can be filled, which takes no pass of the model.
   *
   * @param text a text with blanks
   * @param settings how
   * @throws InvalidInputException as {@link #infill(String, InfillSettings)} does
   */
  public void requireFillable(String text, InfillSettings settings) {
    Task task = task(text, settings);
    task.runner(settings.withDrawnSeed())
        .requireRunnable(kernel(settings, task.target(), Optional.empty()));
  }

  /**
   * Returns how many fillings a step of a chain evaluates U at, at the most: 1, but for samplers
   * that enumerate ({@link SamplerKind#enumerates()}). Takes no pass of the model.
   *
   * @param text a text with blanks
   * @param settings how
   * @throws InvalidInputException as {@link #infill(String, InfillSettings)} does
   */
  public int fillingsPerStep(String text, InfillSettings settings) {
    BlankedText blanked = blankedText(text, settings.maxBlanks());
    return EnumerationLimit.fillingsPerStep(settings, candidates(blanked, settings));
  }

  /**
   * A text made ready, which took no model pass.
   *
   * @param text its pieces
   * @param energy U, not tempered
   * @param target U/T
   * @param fillings what its states mean
   */
  private record Task(TokenizedText text, Energy energy, Energy target, Fillings fillings) {
    /**
     * Exact gradients look at whole states, and so do continuous intermediates: what they ask is
     * evaluated in large batches only.
     */
    ChainRunner runner(InfillSettings settings) {
      boolean asksForTerms =
          !settings.sampler().usesIntermediates()
              && (!settings.sampler().usesGradient() || settings.gradient() != GradientKind.EXACT);
      return asksForTerms && energy instanceof ContextCache cache
          ? ChainRunner.gathering(settings.chainSettings(), cache)
          : new ChainRunner(settings.chainSettings());
    }

    /** Returns how many model passes were spared so far. */
    long hits() {
      return energy instanceof ContextCache cache ? cache.hits() : 0;
    }
  }

  /**
   * What is run for one text.
   *
   * @param task the text
   * @param kernel by what
   * @param start where from
   * @param passesBefore how many model passes it took to know that
   */
  private record Job(Task task, Kernel kernel, StartDistribution start, int passesBefore) {}

  private Task task(String text, InfillSettings settings) {
    BlankedText blanked = blankedText(text, settings.maxBlanks());
    TokenizedText tokenized = model.tokenize(blanked);
    List<TokenSet> candidates = candidates(blanked, settings);
    EnumerationLimit.fillingsPerStep(settings, candidates);
    Energy energy = energyFor(settings, model.energy(settings.energy(), tokenized, candidates));
    Energy target =
        settings.temperature() == 1 ? energy : new TemperedEnergy(energy, settings.temperature());
    return new Task(
        tokenized, energy, target, new Fillings(blanked, model.vocabulary(), candidates));
  }

  private List<TokenSet> candidates(BlankedText blanked, InfillSettings settings) {
    return new AllowedTokens(model)
        .select(blanked.blanks().size(), settings.vocabulary(), settings.constraints());
  }

  private Job job(String text, InfillSettings settings) {
    Task task = task(text, settings);
    StartDistribution start = start(settings.start(), task);
    Optional<Curvature> curvature =
        settings.precondition() == Precondition.CURVATURE
            ? Optional.of(curvature(settings, task.target(), start))
            : Optional.empty();
    return new Job(
        task,
        kernel(settings, task.target(), curvature.map(Curvature::scales)),
        start,
        startPasses(settings.start()) + curvature.map(Curvature::passes).orElse(0));
  }

  private static Kernel kernel(InfillSettings settings, Energy target, Optional<double[]> scales) {
    if (settings.cycles().isPresent()) {
      return cycle(settings, target, scales);
    }
    Function<Energy, Kernel> of = energy -> settings.sampler().kernel(settings, energy, scales);
    return settings.annealFrom().isPresent()
        ? AnnealedKernel.of(
            target,
            of,
            settings.annealFrom().getAsDouble() / settings.temperature(),
            settings.burnIn())
        : of.apply(target);
  }

  private static Kernel cycle(InfillSettings settings, Energy target, Optional<double[]> scales) {
    return CyclicalKernel.of(
        (stepSize, balancing) ->
            (StepSizeKernel)
                settings
                    .sampler()
                    .kernel(
                        settings.toBuilder().stepSize(stepSize).balancing(balancing).build(),
                        target,
                        scales),
        (BalancingFunction.Power) settings.balancing(),
        settings.stepSize(),
        settings.stepSize(),
        (settings.steps() - settings.burnIn()) / settings.cycles().getAsInt(),
        settings.burnIn());
  }

  /** Estimates the curvature at states that chains might start from. */
  private static Curvature curvature(
      InfillSettings settings, Energy target, StartDistribution start) {
    // Of another kind than the chains' streams, which are split from the same seed.
    RandomGenerator random = new SplittableRandom(settings.seed().orElseThrow());
    return Curvature.estimate(
        target,
        settings.gradient(),
        Stream.generate(() -> start.apply(random)).limit(STATES_FOR_CURVATURE).toList(),
        random);
  }

  /** Conditionals are remembered, unless they are not to leave where they are computed. */
  private Energy energyFor(InfillSettings settings, Energy energy) {
    boolean drawn = energy.langevinDraws().isPresent() && SamplerKind.canBeDrawn(settings);
    return energy.terms().isPresent() && !drawn
        ? new ContextCache(energy, ContextCache.defaultCapacity(energy, textsAtOnce))
        : energy;
  }

  private static BlankedText blankedText(String text, int maxBlanks) {
    BlankedText blanked = BlankedText.parse(text);
    int blanks = blanked.blanks().size();
    if (blanks == 0) {
      throw new InvalidInputException(
          "text",
          "the text has no blank: write [MASK] or ___ for each missing word, as in "
              + "\"the cat [MASK] on the mat .\"");
    }
    if (blanks > maxBlanks) {
      throw new InvalidInputException(
          "text",
          "the text has %d blanks, more than max-blanks allows, which is %d"
              .formatted(blanks, maxBlanks));
    }
    return blanked;
  }

  private StartDistribution start(Start start, Task task) {
    List<TokenSet> candidates = task.fillings().candidates();
    return switch (start) {
      case MASKED ->
          StartDistribution.masked(model.allMaskedLogProbabilities(task.text()), candidates);
      case RANDOM -> StartDistribution.uniform(candidates);
    };
  }

  private static int startPasses(Start start) {
    return start == Start.MASKED ? 1 : 0;
  }

  /**
   * Evaluates the pooled states whose U the chains did not trace, the most frequent first. When
   * cancelled, as many are evaluated as candidates are asked for. Says whether all were.
   */
  private static boolean scoreUnknown(
      PooledStates pool,
      StateEnergies energies,
      int top,
      ProgressListener listener,
      Cancellation cancellation) {
    List<State> unknown =
        pool.distinct().stream().filter(state -> !energies.isKnown(state)).toList();
    return energies.evaluate(
        unknown,
        done -> {
          listener.onProgress(Phase.SCORING, done, unknown.size());
          return done < top
              || !(cancellation.isCancelled() || Thread.currentThread().isInterrupted());
        });
  }

  private static List<State> best(
      PooledStates pool,
      StateEnergies energies,
      Fillings fillings,
      InfillSettings settings,
      ProgressListener listener) {
    Comparator<State> bestFirst =
        Comparator.comparingDouble(energies::energy)
            .thenComparingDouble(pool::share)
            .reversed()
            .thenComparing(state -> fillings.filled(state).text());
    List<State> best =
        (settings.repeats() ? pool.all() : pool.distinct())
            .stream().filter(energies::isKnown).sorted(bestFirst).limit(settings.top()).toList();
    long total = best.stream().distinct().count();
    energies.evaluate(
        best,
        done -> {
          listener.onProgress(Phase.SCORING, done, total);
          return true;
        });
    // Evaluated again, two of almost equal U may change places by rounding.
    return best.stream().sorted(bestFirst).toList();
  }

  private static Candidate candidate(
      State state, Evaluation evaluation, Fillings fillings, PooledStates pool, List<State> last) {
    return new Candidate(
        fillings.filled(state).text(),
        fillings.fills(state, evaluation),
        evaluation.energy(),
        pool.share(state),
        pool.shareStandardError(state),
        (int) last.stream().filter(state::equals).count());
  }
}
