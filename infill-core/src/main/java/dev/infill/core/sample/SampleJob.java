package dev.infill.core.sample;

import dev.infill.core.chain.Cancellation;
import dev.infill.core.chain.ChainRun;
import dev.infill.core.chain.ModelPasses;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.StoppingRule;
import dev.infill.core.energy.Evaluation;
import dev.infill.core.energy.State;
import dev.infill.core.proposal.Curvature;
import dev.infill.core.sampler.Precondition;
import dev.infill.core.sampler.Settings;
import dev.infill.core.sampler.Start;
import dev.infill.core.task.PreparedSample;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.Task;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.twoway.ScoredFilling;
import dev.infill.core.twoway.TwoWayPosterior;
import dev.infill.core.twoway.TwoWayTarget;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Samples the fillings of one text: runs chains, ranks their states, and judges the result. */
public final class SampleJob {
  /** This many changes of each blank tell how much U bends there, to about a third of it. */
  private static final int STATES_FOR_CURVATURE = 8;

  private final MaskedLanguageModel model;
  private final PreparedSample text;
  private final SampleSettings settings;
  private final ModelPasses passes;
  private final Task task;
  private final long began = System.nanoTime();

  /** The number of model passes that are asked for before the chains begin. */
  private int passesBefore;

  /**
   * Makes a job of a text.
   *
   * @param model the model that the text was prepared for
   * @param text the text
   * @param cancellation stops the job before its next model pass
   * @throws IllegalArgumentException if the text was prepared for another model
   */
  public SampleJob(MaskedLanguageModel model, PreparedSample text, Cancellation cancellation) {
    this.text = text;
    settings = text.settings();
    passes = new ModelPasses(cancellation.ofThisThread());
    this.model = model.watched(passes);
    task = text.task(this.model);
  }

  /**
   * Samples the text.
   *
   * @param listener is notified of progress
   * @param steps is notified of every step of all chains
   */
  public SampleResult run(ProgressListener listener, StepListener steps) {
    // A forgotten context does not count twice, so that the end does not depend on the memory.
    EndOfRun end = new EndOfRun(settings, () -> passes.count() - task.repeats(), began);
    ChainRun run = moved(end, new WatchedSteps(listener, steps, task.text(), settings, end));
    Scoring scoring = new Scoring(listener, settings.get(Settings.BATCH), settings.top(), passes);
    StateEnergies energies = new StateEnergies(task.target(), task.added(), run, scoring);
    PooledStates pool = PooledStates.of(run, settings.get(Settings.POOL));
    boolean scored =
        energies.evaluate(
            pool.distinct().stream().filter(state -> !energies.isKnown(state)).toList());
    passes.finish();
    long hitsBefore = task.hits();
    PosteriorEstimate posterior = PosteriorEstimate.of(task, run, energies, passes);
    // The posterior may look into the memory alone: no pass that the job would take otherwise.
    long hitsOfPosterior = task.hits() - hitsBefore;
    List<State> listed =
        new CandidateList(task.text(), settings, pool, energies).states(model::embeddings);
    List<Candidate> candidates = candidates(listed, run, pool, energies, posterior);
    SampleDiagnostics diagnostics =
        SampleDiagnostics.of(
            run,
            end.end(),
            pool.distinctVisited(),
            energies.traces(run.kept()),
            passes.count(),
            task.hits() - hitsOfPosterior,
            (System.nanoTime() - began) / 1e9);
    return new SampleResult(
        text.reading(),
        settings,
        model.description(),
        candidates,
        posterior.marginals(),
        SampleVerdict.of(settings, posterior, diagnostics),
        diagnostics,
        run.cancelled() || !scored || passes.stop().isEnded());
  }

  /**
   * Runs the chains and keeps every step.
   *
   * @param rule ends the run, in place of the settings' number of steps; its passes are those of
   *     {@link SampledChains#modelPasses}
   * @param listener is notified of every step
   */
  public SampledChains chains(StoppingRule rule, ProgressListener listener) {
    ChainRun run = moved((steps, made) -> rule.isMet(steps, made + passesBefore), listener);
    passes.finish();
    return new SampledChains(
        run,
        new StateEnergies(
            task.target(), task.added(), run, Scoring.of(settings.get(Settings.BATCH))),
        task.text(),
        passesBefore + run.modelPasses() - run.stepPasses(),
        (System.nanoTime() - began) / 1e9);
  }

  private ChainRun moved(StoppingRule rule, ProgressListener listener) {
    boolean masked = settings.get(Settings.START) == Start.MASKED;
    StartDistribution start =
        masked
            ? StartDistribution.masked(task.text(), model, passes.stop())
            : StartDistribution.uniform(task.text());
    // A curvature that is cut short is not missed: the chains make no step.
    Optional<Curvature> curvature =
        settings.get(Settings.PRECONDITION) == Precondition.CURVATURE
            ? passes.stop().unlessCancelled(() -> curvature(start))
            : Optional.empty();
    passesBefore = (masked ? 1 : 0) + curvature.map(Curvature::passes).orElse(0);
    return task.runner()
        .run(task.kernel(curvature), task.target(), start, rule, listener, passes.stop());
  }

  /** Estimates the curvature at states that chains might start from. */
  private Curvature curvature(StartDistribution start) {
    // Of another kind than the chains' streams, which are split from the same seed.
    RandomGenerator random = new SplittableRandom(settings.seed().orElseThrow());
    return Curvature.estimate(
        task.target(),
        settings.get(Settings.GRADIENT),
        Stream.generate(() -> start.apply(random)).limit(STATES_FOR_CURVATURE).toList(),
        random);
  }

  private List<Candidate> candidates(
      List<State> listed,
      ChainRun run,
      PooledStates pool,
      StateEnergies energies,
      PosteriorEstimate posterior) {
    List<State> last = run.last();
    List<Double> twoWay = twoWay(listed);
    return IntStream.range(0, listed.size())
        .mapToObj(
            k -> {
              State state = listed.get(k);
              Evaluation evaluation = energies.evaluation(state);
              return new Candidate(
                  task.text().filled(state).text(),
                  task.text().fills(state, evaluation),
                  evaluation.energy(),
                  twoWay.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(twoWay.get(k)),
                  energies.terms(state),
                  posterior.of(state),
                  pool.visits(state),
                  (int) last.stream().filter(state::equals).count());
            })
        .toList();
  }

  /** Returns M of fillings where it is asked for, unless the job is to stop. */
  private List<Double> twoWay(List<State> fillings) {
    if (!settings.get(Settings.TWO_WAY) || passes.stop().isCancelled()) {
      return List.of();
    }
    TwoWayTarget target = TwoWayTarget.of(task.target().energy()).orElseThrow();
    return passes
        .unlessStopped(() -> new TwoWayPosterior(target, 0).score(fillings))
        .orElse(List.of())
        .stream()
        .map(ScoredFilling::twoWay)
        .toList();
  }
}
