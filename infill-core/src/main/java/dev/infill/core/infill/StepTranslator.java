package dev.infill.core.infill;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.Visit;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Tells what chains do as text.
 *
 * @param listener is told of progress
 * @param steps is told of steps
 * @param fillings says what states are as text
 * @param settings how the chains are run
 */
record StepTranslator(
    ProgressListener listener, StepListener steps, Fillings fillings, InfillSettings settings)
    implements ProgressListener {
  @Override
  public void onProgress(Phase phase, long done, long total) {
    listener.onProgress(phase, done, total);
  }

  @Override
  public void onStep(int step, OptionalDouble stepSize, List<Visit> visits) {
    steps.onStep(
        new ChainsStep(
            step,
            settings.steps(),
            settings.burnIn(),
            stepSize,
            visits.stream().map(this::translated).toList()));
  }

  private ChainStep translated(Visit visit) {
    return new ChainStep(
        fillings.filled(visit.state()),
        fillings.tokens(visit.state()),
        fillings.part(visit.state()).blankOfPlace().stream().map(blank -> blank + 1).toList(),
        // Chains trace U/T.
        visit.energy().isPresent()
            ? OptionalDouble.of(visit.energy().getAsDouble() * settings.temperature())
            : OptionalDouble.empty(),
        visit.info().accepted(),
        visit.info().acceptanceProbability(),
        visit.info().changedCoordinates(),
        visit.info().modelPasses());
  }
}
