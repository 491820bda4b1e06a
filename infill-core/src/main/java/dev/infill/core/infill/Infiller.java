package dev.infill.core.infill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ModelPasses;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.fill.FillJob;
import dev.infill.core.fill.FillListener;
import dev.infill.core.fill.FillResult;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.proposal.Curvature;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.task.PreparedSample;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.Task;
import dev.infill.core.task.TextOfLengths;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.twoway.ScoredFilling;
import dev.infill.core.twoway.TwoWayPosterior;
import dev.infill.core.twoway.TwoWayTarget;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Fills the blanks of texts with many good and different answers.
 *
 * <pre>{@code
 * SampleResult result = new Infiller(model).sample("the old [MASK] walked down the [MASK] .");
 * }</pre>
 *
 * <p>Every chain draws from a stream of its own, split from the seed; so a seed gives the same
 * candidates whatever the batch, the threads, and the other texts that are filled. Where a model's
 * answer depends on its batch by floating-point rounding, a seed can only promise as much as the
 * model does.
 *
 * <p>Thread-safe; its caller closes the model.
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
    this.model = Arguments.notNull(model, "model");
    this.textsAtOnce = textsAtOnce;
  }

  /**
   * Looks for the five most probable fillings of a text.
   *
   * @param text a text with blanks: {@code [MASK]}, or three or more underscores; {@code
   *     [MASK:1-4]} or {@code ___:1-4} for one of unknown length. Of one that has more pieces than
   *     the model reads, the part around the blanks is read ({@link FillResult#reading()})
   * @throws InvalidInputException if the text cannot be filled: no blank, too many blanks, or
   *     blanks too far apart
   */
  public FillResult fill(String text) {
    return fill(text, FillSettings.defaults());
  }

  /**
   * Looks for the most probable fillings of a text.
   *
   * @param text a text with blanks
   * @param settings which, how many, and how long it may take
   * @throws InvalidInputException if the text cannot be filled so: no blank, too many blanks,
   *     blanks too far apart, a constraint that names a blank that is not there, a word of more or
   *     fewer pieces than it may hold, or that leaves a blank nothing to hold, repetitions that
   *     cannot be avoided, or too many ways to choose lengths
   */
  public FillResult fill(String text, FillSettings settings) {
    return fill(prepare(BlankedText.parse(text), settings), FillListener.NONE, new Cancellation());
  }

  /**
   * Checks that the most probable fillings of a text can be looked for, and makes it ready, which
   * takes no pass of the model.
   *
   * @param text a text with blanks
   * @param settings which, how many, and how long it may take
   * @throws InvalidInputException as {@link #fill(String, FillSettings)} does
   */
  public PreparedFill prepare(BlankedText text, FillSettings settings) {
    FillSettings seeded = Arguments.notNull(settings, "settings").withDrawnSeed();
    return new PreparedFill(model, Arguments.notNull(text, "text"), seeded, textsAtOnce);
  }

  /**
   * Looks for the most probable fillings of a text that was prepared by an infiller of the same
   * model.
   *
   * @param text the text, and how
   * @param listener is told what is known so far
   * @param cancellation stops it before its next model pass; what was found by then is returned.
   *     Interrupting the thread does the same, and its interrupt status stays set. One that is
   *     ended ({@link Cancellation#end}) makes no pass any more
   * @throws IllegalArgumentException if it was prepared for another model
   */
  public FillResult fill(PreparedFill text, FillListener listener, Cancellation cancellation) {
    return new FillJob(model, text, listener, cancellation).run();
  }

  /**
   * Fills a text with the default settings.
   *
   * @param text a text with blanks: {@code [MASK]}, or three or more underscores; {@code [MASK:2]}
   *     for one of two pieces. Of one that has more pieces than the model reads, the part around
   *     the blanks is read ({@link SampleResult#reading()})
   * @throws InvalidInputException if the text cannot be filled: no blank, too many blanks, blanks
   *     too far apart, or one of unknown length
   */
  public SampleResult sample(String text) {
    return sample(text, SampleSettings.defaults());
  }

  /**
   * Fills a text.
   *
   * @param text a text with blanks
   * @param settings how
   * @throws InvalidInputException if the text cannot be filled so: no blank, too many blanks,
   *     blanks too far apart, one of unknown length, a constraint that names a blank that is not
   *     there, a word of more or fewer pieces than it may hold, or that leaves a blank nothing to
   *     hold, repetitions that cannot be avoided, a gradient that the energy does not have, a step
   *     size to adapt where there is none or no burn-in to do it in, or words of several pieces
   *     that are allowed in a blank
   */
  public SampleResult sample(String text, SampleSettings settings) {
    return sample(text, settings, ProgressListener.NONE, new Cancellation());
  }

  /**
   * Fills a text, telling a listener how far it is.
   *
   * @param text a text with blanks
   * @param settings how
   * @param listener is notified of every step, and of every batch of states that is scored: all of
   *     them, for kernels that do not evaluate U, and the candidates. What it throws ends the run,
   *     and is thrown as it is
   * @param cancellation stops the run before its next model pass; the candidates found by then are
   *     returned. Chains that are in a step stay where they were before it, and no more fillings
   *     are scored than candidates are asked for. A run that is cancelled in burn-in returns where
   *     its chains were; one that is cancelled before they have begun, where they were to start.
   *     Interrupting the thread does the same, and its interrupt status stays set. One that is
   *     ended ({@link Cancellation#end}) makes no pass of the model any more: the candidates that
   *     are scored by then are returned, which may be none
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public SampleResult sample(
      String text, SampleSettings settings, ProgressListener listener, Cancellation cancellation) {
    return sample(text, settings, listener, StepListener.NONE, cancellation);
  }

  /**
   * Fills a text, telling what the chains do while they do it.
   *
   * @param text a text with blanks
   * @param settings how
   * @param listener as above
   * @param steps is given where all chains are after every step
   * @param cancellation as above
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public SampleResult sample(
      String text,
      SampleSettings settings,
      ProgressListener listener,
      StepListener steps,
      Cancellation cancellation) {
    return sample(prepare(BlankedText.parse(text), settings), listener, steps, cancellation);
  }

  /**
   * Checks that a text can be filled, and makes it ready, which takes no pass of the model.
   *
   * @param text a text with blanks
   * @param settings how
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public PreparedSample prepare(BlankedText text, SampleSettings settings) {
    SampleSettings seeded = Arguments.notNull(settings, "settings").withDrawnSeed();
    return new PreparedSample(model, Arguments.notNull(text, "text"), seeded, textsAtOnce);
  }

  /**
   * Fills a text that was prepared, by an infiller of the same model, watched or not.
   *
   * @param text the text, and how
   * @param listener as above
   * @param steps as above
   * @param cancellation as above
   * @throws IllegalArgumentException if it was prepared for another model
   */
  public SampleResult sample(
      PreparedSample text,
      ProgressListener listener,
      StepListener steps,
      Cancellation cancellation) {
    long began = System.nanoTime();
    SampleSettings settings = text.settings();
    Job job = job(text, cancellation);
    ModelPasses passes = job.passes();
    Task task = job.task();
    // What was forgotten does not count twice, so that the end does not depend on the memory.
    boolean exact = job.kernel().isExact();
    EndOfRun rule = new EndOfRun(settings, () -> passes.count() - task.repeats(), began);
    ChainRun run =
        task.runner()
            .run(
                job.kernel(),
                task.target(),
                job.start(),
                rule,
                steps == StepListener.NONE
                    ? listener
                    : new StepTranslator(
                        listener,
                        steps,
                        task.text(),
                        settings,
                        made -> rule.expected(made, settings.steps())),
                passes.stop());

    PooledStates pool = PooledStates.of(run, settings.pool());
    StateEnergies energies = new StateEnergies(task.target(), task.added(), run);
    Scoring scoring = new Scoring(listener, settings.batch(), settings.top(), passes);
    boolean scored = scoreUnknown(pool, energies, scoring);
    passes.finish();
    long hitsBefore = task.hits();
    PosteriorEstimate posterior = PosteriorEstimate.of(task, run, energies, exact, passes);
    // What is looked up for it in memory alone is no pass that the job would otherwise take.
    long hitsOfPosterior = task.hits() - hitsBefore;
    Candidates candidates =
        new Candidates(
            task.text(),
            pool,
            run.last(),
            energies,
            posterior,
            states -> twoWay(task.text(), settings, passes, states),
            model.watched(passes)::embeddings);
    List<Candidate> selected = candidates.selected(settings, scoring);
    long hits = task.hits() - hitsOfPosterior;
    Diagnostics diagnostics =
        Diagnostics.of(
            run,
            pool.distinctVisited(),
            energies.traces(run.kept()),
            passes.count() + hits,
            hits,
            (System.nanoTime() - began) / 1e9,
            rule.end());
    return new SampleResult(
        text.text().text(),
        settings,
        model.description(),
        exact,
        selected,
        posterior.marginals(),
        Verdict.of(settings, exact, posterior, diagnostics),
        diagnostics,
        run.cancelled() || !scored || passes.stop().isEnded(),
        text.reading());
  }

  /** Returns M of fillings where it is asked for, unless the run is to stop. */
  private List<Double> twoWay(
      TextOfLengths text, SampleSettings settings, ModelPasses passes, List<State> fillings) {
    if (!settings.get(Settings.TWO_WAY) || passes.stop().isCancelled()) {
      return List.of();
    }
    TwoWayTarget target =
        TwoWayTarget.of(model.watched(passes).energy(text.tokenized(), text.candidates()))
            .orElseThrow();
    return passes
        .unlessStopped(() -> new TwoWayPosterior(target, 0).score(fillings))
        .orElse(List.of())
        .stream()
        .map(ScoredFilling::twoWay)
        .toList();
  }

  /**
   * Runs the chains of a text and keeps every step.
   *
   * @param text a text with blanks
   * @param settings how; what says which candidates are returned has no effect
   * @param rule says when to stop, in place of the settings' number of steps; its passes are those
   *     of {@link SampledChains#modelPasses}
   * @param listener is notified of every step
   * @param cancellation stops the run before its next model pass; the steps that were made are
   *     returned
   * @throws InvalidInputException as {@link #sample(String, SampleSettings)} does
   */
  public SampledChains chains(
      String text,
      SampleSettings settings,
      StoppingRule rule,
      ProgressListener listener,
      Cancellation cancellation) {
    long began = System.nanoTime();
    PreparedSample prepared = prepare(BlankedText.parse(text), settings);
    Job job = job(prepared, cancellation);
    ChainRun run =
        job.task()
            .runner()
            .run(
                job.kernel(),
                job.task().target(),
                job.start(),
                (steps, passes) -> rule.isMet(steps, passes + job.passesBefore()),
                listener,
                job.passes().stop());
    job.passes().finish();
    return new SampledChains(
        settings.batch(),
        run,
        new StateEnergies(job.task().target(), job.task().added(), run),
        job.task().text(),
        job.passesBefore() + run.modelPasses() - run.stepPasses(),
        (System.nanoTime() - began) / 1e9);
  }

  /**
   * What is run for one text.
   *
   * @param passes these passes
   * @param task the text
   * @param kernel by what
   * @param start where from
   * @param passesBefore how many model passes are asked for before the chains begin
   */
  private record Job(
      ModelPasses passes, Task task, Kernel kernel, StartDistribution start, int passesBefore) {}

  private Job job(PreparedSample text, Cancellation cancellation) {
    SampleSettings settings = text.settings();
    ModelPasses passes = new ModelPasses(cancellation.ofThisThread());
    MaskedLanguageModel watched = model.watched(passes);
    Task task = text.task(watched);
    boolean masked = settings.start() == Start.MASKED;
    StartDistribution start =
        masked
            ? StartDistribution.masked(task.text(), watched, passes.stop())
            : StartDistribution.uniform(task.text());
    // One that is cut short is not missed: the chains make no step.
    Optional<Curvature> curvature =
        settings.get(Settings.PRECONDITION) == Precondition.CURVATURE
            ? passes.stop().unlessCancelled(() -> curvature(settings, task.target(), start))
            : Optional.empty();
    return new Job(
        passes,
        task,
        task.kernel(curvature),
        start,
        (masked ? 1 : 0) + curvature.map(Curvature::passes).orElse(0));
  }

  /** Estimates the curvature at states that chains might start from. */
  private static Curvature curvature(
      SampleSettings settings, Target target, StartDistribution start) {
    // Of another kind than the chains' streams, which are split from the same seed.
    RandomGenerator random = new SplittableRandom(settings.seed().orElseThrow());
    return Curvature.estimate(
        target,
        settings.get(Settings.GRADIENT),
        Stream.generate(() -> start.apply(random)).limit(STATES_FOR_CURVATURE).toList(),
        random);
  }

  /**
   * Evaluates the pooled states whose U the chains did not trace, the most frequent first. Says
   * whether all were.
   */
  private static boolean scoreUnknown(PooledStates pool, StateEnergies energies, Scoring scoring) {
    return energies.evaluate(
        pool.distinct().stream().filter(state -> !energies.isKnown(state)).toList(), scoring);
  }
}
