package dev.infill.core.chain;

import dev.infill.core.InvalidInputException;
import dev.infill.core.energy.State;
import dev.infill.core.energy.Target;
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
 * Runs many chains of one kernel, in lockstep or each as far as it gets without the model ({@link
 * #ahead}). Both ways make the same steps. The number of chains that move at the same time changes
 * no result.
 *
 * <p>Chain k draws its start and all that follows from the k-th stream split from the seed
 * (L64X128MixRandom). So it does not depend on the number of chains, unless α is adapted: that
 * takes all chains together. α stays the same after burn-in, so that all that is kept comes from
 * one kernel.
 */
public final class ChainRunner {
  private static final String STREAMS = "L64X128MixRandom";

  /**
   * The most steps that a chain moves ahead of another one. A stop loses no more of the fastest
   * chain.
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
   * Creates a runner whose chains each move as far as they can without the model. That is faster if
   * many answers are remembered. Chains move in lockstep while α is adapted.
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
   * @param target the target that is sampled
   * @throws InvalidInputException as {@link #run} does
   */
  public void requireRunnable(Kernel kernel, Target target) {
    adaptation(kernel);
    kernel.requireFor(target);
  }

  /**
   * Runs the chains for the settings' number of steps.
   *
   * @param kernel as below
   * @param target as below
   * @param start as below
   * @throws InvalidInputException as below
   */
  public ChainRun run(Kernel kernel, Target target, Function<RandomGenerator, State> start) {
    StoppingRule rule = StoppingRule.afterSteps(settings.steps());
    return run(kernel, target, start, rule, ProgressListener.NONE, new Cancellation());
  }

  /**
   * Runs the chains until a rule is met. The first steps are the same whatever the rule. Exceptions
   * of the energy and the listener are thrown as they are.
   *
   * @param kernel the kernel; an exact {@link DiscreteLangevin} if α is to be adapted
   * @param target the target that is sampled; this run's own
   * @param start draws the start of a chain from its own stream; called from this thread, for one
   *     after the other
   * @param rule says when to stop
   * @param listener is notified of every step, from this thread; the total that it is told is what
   *     the rule expects
   * @param cancellation stops the run before its next step, or within a step whose energy throws a
   *     {@link CancellationException} then. The run returns the steps made before. An interrupt of
   *     this thread does the same, and its interrupt status stays set; {@link
   *     Cancellation#ofThisThread} tells the energy of it
   * @return what the chains did
   * @throws InvalidInputException if α is to be adapted, and the kernel has none, or accepts
   *     everything, or there is no burn-in
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
    Run run = new Run(kernel, adaptation, rule, listener, cancellation.ofThisThread());
    return run.of(target, start);
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

  /** One run: what the chains have done so far, and the kernel of their next step. */
  private final class Run {
    private final Optional<StepSizeAdaptation> adaptation;
    private final StoppingRule rule;
    private final ProgressListener listener;
    private final Cancellation stop;
    private final List<List<Visit>> visits =
        Stream.<List<Visit>>generate(ArrayList::new).limit(settings.chains()).toList();
    private Kernel kernel;
    private long modelPasses;

    Run(
        Kernel kernel,
        Optional<StepSizeAdaptation> adaptation,
        StoppingRule rule,
        ProgressListener listener,
        Cancellation stop) {
      this.kernel = adaptation.<Kernel>map(StepSizeAdaptation::inBurnIn).orElse(kernel);
      this.adaptation = adaptation;
      this.rule = rule;
      this.listener = listener;
      this.stop = stop;
    }

    ChainRun of(Target target, Function<RandomGenerator, State> start) {
      List<SplittableGenerator> streams = streams();
      List<State> starts = streams.stream().<State>map(start).toList();
      if (!stop.isCancelled()) {
        move(target, starts, streams);
      }
      return new ChainRun(
          starts,
          visits,
          Math.min(settings.burnIn(), steps()),
          kernel.stepSize(),
          modelPasses,
          !isOver());
    }

    private void move(Target target, List<State> starts, List<SplittableGenerator> streams) {
      int together =
          (int) Math.min(starts.size(), (long) settings.batch() * settings.concurrentBatches());
      Scheduler scheduler = new Scheduler(target, together, stop);
      modelPasses =
          scheduler.start(kernel, starts, streams).stream()
                  .filter(chain -> chain.evaluation().isPresent())
                  .count()
              * target.energy().passesPerEvaluation();
      while (!isOver() && !stop.isCancelled()) {
        int before = steps();
        scheduler
            .move(kernel, stepsAhead(), (made, more) -> report(before + more, made))
            .forEach(this::add);
      }
    }

    private int steps() {
      return visits.get(0).size();
    }

    private boolean isOver() {
      return rule.isEnd(steps(), modelPasses);
    }

    private boolean isAdapting() {
      return adaptation.isPresent() && steps() < settings.burnIn();
    }

    /**
     * Returns how far chains move next: to where the run may end, or as far as they may be apart.
     */
    private int stepsAhead() {
      int steps = 1;
      int most = isAdapting() ? 1 : mostAhead;
      while (steps < most && !rule.isMet(steps() + steps, modelPasses)) {
        steps++;
      }
      return steps;
    }

    private void report(int step, List<Visit> made) {
      listener.onStep(step, kernel.stepSize(), made);
      listener.onProgress(
          ProgressListener.Phase.SAMPLING, step, rule.expected(step, settings.steps()));
    }

    /** Keeps a step of all chains, unless it is beyond the end of the run. */
    private void add(List<Visit> made) {
      if (isOver()) {
        return;
      }
      boolean wasAdapting = isAdapting();
      for (int chain = 0; chain < made.size(); chain++) {
        visits.get(chain).add(made.get(chain));
        modelPasses += made.get(chain).info().modelPasses();
      }
      if (wasAdapting) {
        StepSizeAdaptation learning = adaptation.orElseThrow();
        learning.learn(made);
        kernel = isAdapting() ? learning.inBurnIn() : learning.frozen();
      }
    }
  }
}
