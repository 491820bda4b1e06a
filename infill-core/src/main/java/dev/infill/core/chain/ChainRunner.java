package dev.infill.core.chain;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.ContextCache;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.StepSizeKernel;
import dev.infill.core.kernel.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/**
 * Runs many chains of one kernel, in lockstep by step: batches of chains step in parallel, then α
 * is adapted from all chains together, so that neither the batch size nor the number of threads
 * changes a result.
 *
 * <p>Chain k draws its start and all that follows from the k-th stream split from the seed
 * (L64X128MixRandom), so it does not depend on how many chains there are, either, unless α is
 * adapted. An adapted α stays as it is after burn-in, so that all that is kept comes from one
 * kernel.
 */
public final class ChainRunner {
  private static final String STREAMS = "L64X128MixRandom";

  /**
   * So many steps chains may be apart that move freely: a run that is stopped loses no more of its
   * fastest chain.
   */
  private static final int FREE_STEPS = 25;

  private final ChainSettings settings;
  private final Optional<ContextCache> cache;

  /**
   * Creates a runner whose chains move in lockstep.
   *
   * @param settings how the chains are run
   */
  public ChainRunner(ChainSettings settings) {
    this(settings, Optional.empty());
  }

  private ChainRunner(ChainSettings settings, Optional<ContextCache> cache) {
    this.settings = settings;
    this.cache = cache;
  }

  /**
   * Creates a runner whose chains each go on as far as they can without the model, and ask it
   * together: the same steps, sooner. While α is adapted they move in lockstep all the same.
   *
   * @param settings how the chains are run; {@code batch} is how many chains move at the same time
   * @param cache what the kernel's energy asks; the kernel needs no exact gradient
   */
  public static ChainRunner gathering(ChainSettings settings, ContextCache cache) {
    return new ChainRunner(settings, Optional.of(cache));
  }

  /**
   * Runs the chains. What the energy or the listener throws is thrown as it is.
   *
   * @param kernel the kernel; an exact {@link StepSizeKernel} if α is to be adapted
   * @param start draws where a chain starts, from the chain's own stream; called from this thread
   * @param listener is told of every step, from this thread
   * @param cancellation stops the run within one step; what was done is returned. Interrupting this
   *     thread does the same, and its interrupt status stays set
   * @return what the chains did
   * @throws InvalidInputException if α is to be adapted, and the kernel has none, or accepts
   *     everything, or there is no burn-in to do it in
   */
  public ChainRun run(
      Kernel kernel,
      Function<RandomGenerator, State> start,
      ProgressListener listener,
      Cancellation cancellation) {
    return run(kernel, start, StoppingRule.afterSteps(settings.steps()), listener, cancellation);
  }

  /**
   * Runs the chains until a rule is met, which may be sooner or later than the settings' number of
   * steps. The first steps are the same whatever the rule.
   *
   * @param kernel as above
   * @param start as above
   * @param rule says when to stop
   * @param listener as above; the total it is told is the settings' number of steps, or more once
   *     more are made
   * @param cancellation as above
   * @return what the chains did
   * @throws InvalidInputException as above
   */
  public ChainRun run(
      Kernel kernel,
      Function<RandomGenerator, State> start,
      StoppingRule rule,
      ProgressListener listener,
      Cancellation cancellation) {
    Optional<StepSizeAdaptation> adaptation = adaptation(kernel);
    List<SplittableGenerator> streams = streams();
    List<State> starts = streams.stream().map(start).toList();
    Progress progress = new Progress(starts);
    if (stopRequested(cancellation)) {
      return progress.toRun(kernel, true);
    }
    try (BatchExecutor executor =
        new BatchExecutor(settings.concurrentBatches(), settings.batch())) {
      List<ChainState> chains =
          executor.run(starts.size(), (from, to) -> kernel.init(starts.subList(from, to)));
      progress.modelPasses = (long) kernel.passesPerStart() * starts.size();
      Kernel current = inBurnIn(kernel, adaptation);
      int step = 0;
      while (!rule.isMet(step, progress.modelPasses)) {
        if (stopRequested(cancellation)) {
          return progress.toRun(current, true);
        }
        if (cache.isPresent() && (adaptation.isEmpty() || step >= settings.burnIn())) {
          return runFreely(
              cache.get(), current, chains, streams, progress, rule, listener, cancellation);
        }
        Kernel stepped = current;
        List<ChainState> before = chains;
        List<Transition> transitions =
            executor.run(
                before.size(),
                (from, to) -> stepped.step(before.subList(from, to), streams.subList(from, to)));
        progress.add(transitions.stream().map(Visit::after).toList());
        chains = transitions.stream().map(Transition::next).toList();
        if (adaptation.isPresent() && step < settings.burnIn()) {
          current = adaptation.get().adapted((StepSizeKernel) current, meanAcceptance(transitions));
        }
        if (adaptation.isPresent() && step == settings.burnIn() - 1) {
          current = ((StepSizeKernel) current).decidingEarly();
        }
        step++;
        report(listener, step);
      }
      return progress.toRun(current, false);
    }
  }

  /** Goes on where the chains are, until the rule is met; what is beyond that is dropped. */
  private ChainRun runFreely(
      ContextCache asked,
      Kernel kernel,
      List<ChainState> from,
      List<SplittableGenerator> streams,
      Progress progress,
      StoppingRule rule,
      ProgressListener listener,
      Cancellation cancellation) {
    List<ChainState> chains = from;
    int together = Math.min(settings.batch(), chains.size());
    try (FreeChains free = new FreeChains(asked, together)) {
      int step = progress.steps();
      while (!rule.isMet(step, progress.modelPasses)) {
        if (stopRequested(cancellation)) {
          return progress.toRun(kernel, true);
        }
        int before = step;
        FreeChains.Moved moved =
            free.move(
                kernel,
                chains,
                streams,
                stepsFor(rule, step, progress.modelPasses),
                cancellation::isCancelled,
                more -> report(listener, before + more));
        for (List<Visit> made : moved.steps()) {
          if (!rule.isMet(step, progress.modelPasses)) {
            progress.add(made);
            step++;
          }
        }
        // Chains that did not make all of their steps are not moved any more.
        chains = moved.last();
      }
      return progress.toRun(kernel, false);
    }
  }

  /** No more steps than will be kept, as far as that is known before they are made. */
  private static int stepsFor(StoppingRule rule, int made, long modelPasses) {
    int steps = 1;
    while (steps < FREE_STEPS && !rule.isMet(made + steps, modelPasses)) {
      steps++;
    }
    return steps;
  }

  private void report(ProgressListener listener, int made) {
    listener.onProgress(ProgressListener.Phase.SAMPLING, made, Math.max(made, settings.steps()));
  }

  private static Kernel inBurnIn(Kernel kernel, Optional<StepSizeAdaptation> adaptation) {
    return adaptation.isPresent() ? ((StepSizeKernel) kernel).decidingInFull() : kernel;
  }

  private Optional<StepSizeAdaptation> adaptation(Kernel kernel) {
    if (settings.targetAcceptance().isEmpty()) {
      return Optional.empty();
    }
    if (!(kernel instanceof StepSizeKernel)) {
      throw new InvalidInputException(
          "adapt", kernel.name() + " has no step size to adapt; dmala has one");
    }
    if (!kernel.isExact()) {
      throw new InvalidInputException(
          "adapt",
          kernel.name() + " accepts every proposal, so there is no acceptance to adapt toward");
    }
    if (settings.burnIn() == 0) {
      throw new InvalidInputException(
          "adapt", "the step size is adapted during burn-in, so burn-in must be at least 1");
    }
    return Optional.of(new StepSizeAdaptation(settings.targetAcceptance().getAsDouble()));
  }

  private List<SplittableGenerator> streams() {
    SplittableGenerator root =
        RandomGeneratorFactory.<SplittableGenerator>of(STREAMS).create(settings.seed());
    return Stream.generate(root::split).limit(settings.chains()).toList();
  }

  private static boolean stopRequested(Cancellation cancellation) {
    return cancellation.isCancelled() || Thread.currentThread().isInterrupted();
  }

  private static double meanAcceptance(List<Transition> transitions) {
    return transitions.stream()
        .mapToDouble(transition -> transition.info().acceptanceProbability())
        .average()
        .orElseThrow();
  }

  /** What the chains have done so far. */
  private final class Progress {
    private final List<State> starts;
    private final List<List<Visit>> visits;
    private long modelPasses;

    Progress(List<State> starts) {
      this.starts = starts;
      this.visits =
          Stream.generate(() -> (List<Visit>) new ArrayList<Visit>()).limit(starts.size()).toList();
    }

    int steps() {
      return visits.get(0).size();
    }

    void add(List<Visit> made) {
      for (int chain = 0; chain < made.size(); chain++) {
        visits.get(chain).add(made.get(chain));
        modelPasses += made.get(chain).info().modelPasses();
      }
    }

    ChainRun toRun(Kernel kernel, boolean cancelled) {
      OptionalDouble stepSize =
          kernel instanceof StepSizeKernel adaptable
              ? OptionalDouble.of(adaptable.stepSize())
              : OptionalDouble.empty();
      int burnIn = Math.min(settings.burnIn(), visits.get(0).size());
      return new ChainRun(starts, visits, burnIn, stepSize, modelPasses, cancelled);
    }
  }
}
