package dev.infill.core.chain;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.DiscreteLangevin;
import dev.infill.core.kernel.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/**
 * Runs many chains of one kernel, in one of two ways that make the same steps: in lockstep, or each
 * chain some steps ahead of the others, as far as it gets without the model ({@link #ahead}). α is
 * adapted in lockstep, from all chains together. How many chains move at the same time changes no
 * result.
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
  private final int mostAhead;

  /**
   * Creates a runner whose chains move in lockstep.
   *
   * @param settings how the chains are run
   */
  public ChainRunner(ChainSettings settings) {
    this(settings, 1);
  }

  private ChainRunner(ChainSettings settings, int mostAhead) {
    this.settings = settings;
    this.mostAhead = mostAhead;
  }

  /**
   * Creates a runner whose chains each go on as far as they can without the model: the same steps,
   * sooner, where much of what they ask is remembered. While α is adapted they move in lockstep all
   * the same.
   *
   * @param settings how the chains are run
   */
  public static ChainRunner ahead(ChainSettings settings) {
    return new ChainRunner(settings, FREE_STEPS);
  }

  /**
   * Checks that a kernel can be run so.
   *
   * @param kernel the kernel
   * @param target what is sampled
   * @throws InvalidInputException as {@link #run} does
   */
  public void requireRunnable(Kernel kernel, Target target) {
    adaptation(kernel);
    kernel.requireFor(target);
  }

  /**
   * Runs the chains to their end.
   *
   * @param kernel as below
   * @param target as below
   * @param start as below
   * @throws InvalidInputException as below
   */
  public ChainRun run(Kernel kernel, Target target, Function<RandomGenerator, State> start) {
    return run(kernel, target, start, ProgressListener.NONE, new Cancellation());
  }

  /**
   * Runs the chains. What the energy or the listener throws is thrown as it is.
   *
   * @param kernel the kernel; an exact {@link DiscreteLangevin} if α is to be adapted
   * @param target what is sampled; this run's own
   * @param start draws where a chain starts, from its own stream; called from this thread, for one
   *     after the other
   * @param listener is notified of every step, from this thread
   * @param cancellation stops the run before its next step, or within a step whose energy throws a
   *     {@link CancellationException} then; what was done is returned, without that step.
   *     Interrupting this thread does the same, and its interrupt status stays set. {@link
   *     Cancellation#ofThisThread} is what the energy may look at
   * @return what the chains did
   * @throws InvalidInputException if α is to be adapted, and the kernel has none, or accepts
   *     everything, or there is no burn-in to do it in
   */
  public ChainRun run(
      Kernel kernel,
      Target target,
      Function<RandomGenerator, State> start,
      ProgressListener listener,
      Cancellation cancellation) {
    return run(
        kernel, target, start, StoppingRule.afterSteps(settings.steps()), listener, cancellation);
  }

  /**
   * Runs the chains until a rule is met, which may be sooner or later than the settings' number of
   * steps. The first steps are the same whatever the rule.
   *
   * @param kernel as above
   * @param target as above
   * @param start as above
   * @param rule says when to stop
   * @param listener as above; the total it is given is what the rule expects
   * @param cancellation as above
   * @return what the chains did
   * @throws InvalidInputException as above
   */
  public ChainRun run(
      Kernel kernel,
      Target target,
      Function<RandomGenerator, State> start,
      StoppingRule rule,
      ProgressListener listener,
      Cancellation cancellation) {
    Optional<StepSizeAdaptation> adaptation = adaptation(kernel);
    kernel.requireFor(target);
    Run run = new Run(target, start, rule, listener, cancellation.ofThisThread());
    if (run.isStopRequested()) {
      return run.toChainRun(kernel, true);
    }
    Kernel adapted = run.move(kernel, adaptation);
    return run.toChainRun(adapted, !run.isOver());
  }

  private Optional<StepSizeAdaptation> adaptation(Kernel kernel) {
    if (settings.targetAcceptance().isEmpty()) {
      return Optional.empty();
    }
    if (kernel.stepSize().isEmpty()) {
      throw new InvalidInputException(
          "adapt", kernel.name() + " has no step size to adapt; dmala and cdmala have one");
    }
    if (!kernel.isExact()) {
      throw new InvalidInputException(
          "adapt",
          kernel.name() + " accepts every proposal, so there is no acceptance to adapt toward");
    }
    if (settings.burnIn() < 1) {
      throw new InvalidInputException(
          "adapt", "the step size is adapted during burn-in, so burn-in must be at least 1");
    }
    if (!(kernel instanceof DiscreteLangevin adaptable)) {
      throw new InvalidInputException("adapt", "the step size of this kernel is not adapted");
    }
    return Optional.of(
        new StepSizeAdaptation(adaptable, settings.targetAcceptance().getAsDouble()));
  }

  private List<SplittableGenerator> streams() {
    SplittableGenerator root =
        RandomGeneratorFactory.<SplittableGenerator>of(STREAMS).create(settings.seed());
    return Stream.generate(root::split).limit(settings.chains()).toList();
  }

  private static double meanAcceptance(List<Visit> visits) {
    return visits.stream()
        .mapToDouble(visit -> visit.info().acceptanceProbability())
        .average()
        .orElseThrow();
  }

  /** A run: where its chains are, what they have done so far, and what they are told to do. */
  private final class Run {
    private final Target target;
    private final StoppingRule rule;
    private final ProgressListener listener;
    private final Cancellation stop;
    private final List<SplittableGenerator> streams = streams();
    private final List<State> starts;
    private final List<List<Visit>> visits;
    private List<ChainState> chains = new ArrayList<>();
    private long modelPasses;

    Run(
        Target target,
        Function<RandomGenerator, State> start,
        StoppingRule rule,
        ProgressListener listener,
        Cancellation stop) {
      this.target = target;
      this.rule = rule;
      this.listener = listener;
      this.stop = stop;
      this.starts = streams.stream().<State>map(start).toList();
      this.visits =
          Stream.generate(() -> (List<Visit>) new ArrayList<Visit>()).limit(starts.size()).toList();
    }

    /**
     * Starts the chains and moves them to the end of the run.
     *
     * @return the kernel as adapted
     */
    Kernel move(Kernel kernel, Optional<StepSizeAdaptation> adaptation) {
      int together =
          (int) Math.min(starts.size(), (long) settings.batch() * settings.concurrentBatches());
      if (!isStarted(kernel, together)) {
        return kernel;
      }
      Scheduler scheduler = new Scheduler(target, together, stop);
      Kernel current = adaptation.<Kernel>map(StepSizeAdaptation::inBurnIn).orElse(kernel);
      boolean adapting = adaptation.isPresent();
      while (goesOn()) {
        Kernel stepped = current;
        int before = steps();
        Scheduler.Moved moved =
            scheduler.move(
                stepped,
                chains,
                streams,
                adapting ? 1 : stepsAhead(),
                (more, made) -> report(before + more, stepped, made));
        for (List<Visit> made : moved.steps()) {
          // What is beyond the end of the run is dropped.
          if (!isOver()) {
            add(made);
          }
          if (adapting) {
            adaptation.get().learn(meanAcceptance(made));
            adapting = steps() < settings.burnIn();
            current = adapting ? adaptation.get().inBurnIn() : adaptation.get().frozen();
          }
        }
        // Chains that did not make all of their steps are not moved any more.
        chains = moved.last();
      }
      return current;
    }

    private boolean isStarted(Kernel kernel, int together) {
      int from = 0;
      while (from < starts.size()) {
        List<State> some = starts.subList(from, Math.min(starts.size(), from + together));
        Optional<List<ChainState>> begun = stop.unlessCancelled(() -> kernel.init(target, some));
        if (begun.isEmpty()) {
          return false;
        }
        chains.addAll(begun.get());
        from += some.size();
      }
      modelPasses =
          chains.stream().filter(chain -> chain.evaluation().isPresent()).count()
              * target.energy().passesPerEvaluation();
      return true;
    }

    /** No more steps than will be kept, as far as that is known before they are made. */
    private int stepsAhead() {
      int steps = 1;
      while (steps < mostAhead && !rule.isMet(steps() + steps, modelPasses)) {
        steps++;
      }
      return steps;
    }

    private int steps() {
      return visits.get(0).size();
    }

    private void add(List<Visit> made) {
      for (int chain = 0; chain < made.size(); chain++) {
        visits.get(chain).add(made.get(chain));
      }
      modelPasses += passes(made);
    }

    private static long passes(List<Visit> visits) {
      return visits.stream().mapToLong(visit -> visit.info().modelPasses()).sum();
    }

    private void report(int step, Kernel kernel, List<Visit> made) {
      listener.onStep(step, kernel.stepSize(), made);
      listener.onProgress(
          ProgressListener.Phase.SAMPLING, step, rule.expected(step, settings.steps()));
    }

    private boolean goesOn() {
      return !isOver() && !isStopRequested();
    }

    boolean isOver() {
      return rule.isEnd(steps(), modelPasses);
    }

    boolean isStopRequested() {
      return stop.isCancelled();
    }

    ChainRun toChainRun(Kernel kernel, boolean cancelled) {
      int burnIn = Math.min(settings.burnIn(), steps());
      return new ChainRun(starts, visits, burnIn, kernel.stepSize(), modelPasses, cancelled);
    }
  }
}
