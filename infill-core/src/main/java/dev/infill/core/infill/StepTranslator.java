package dev.infill.core.infill;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.Visit;
import dev.infill.core.task.Fillings;
import dev.infill.core.task.InfillSettings;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntUnaryOperator;

/**
 * Tells what chains do as text.
 *
 * @param listener is notified of progress
 * @param steps is notified of steps
 * @param fillings says what states are as text
 * @param settings how the chains are run
 * @param expected how many steps there will be, as far as can be told after some
 * @param blanks for each choice of lengths, which blank each piece stands in, from 1
 */
record StepTranslator(
    ProgressListener listener,
    StepListener steps,
    Fillings fillings,
    InfillSettings settings,
    IntUnaryOperator expected,
    List<List<Integer>> blanks)
    implements ProgressListener {
  StepTranslator(
      ProgressListener listener,
      StepListener steps,
      Fillings fillings,
      InfillSettings settings,
      IntUnaryOperator expected) {
    this(
        listener,
        steps,
        fillings,
        settings,
        expected,
        fillings.parts().stream()
            .map(part -> part.blankOfPlace().stream().map(blank -> blank + 1).toList())
            .toList());
  }

  @Override
  public void onProgress(Phase phase, long done, long total) {
    listener.onProgress(phase, done, total);
  }

  @Override
  public void onStep(int step, OptionalDouble stepSize, List<Visit> visits) {
    steps.onStep(
        new ChainsStep(
            step,
            expected.applyAsInt(step),
            settings.burnIn(),
            stepSize,
            visits.stream().map(this::translated).toList()));
  }

  private ChainStep translated(Visit visit) {
    return new ChainStep(
        fillings.part(visit.state()).blanked(),
        fillings.tokens(visit.state()),
        blanks.get(fillings.union().part(visit.state())),
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
