package dev.infill.core.infill;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.Visit;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextOfLengths;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntUnaryOperator;

/**
 * Tells what chains do as text.
 *
 * @param listener is notified of progress
 * @param steps is notified of steps
 * @param text says what states are as text
 * @param settings how the chains are run
 * @param expected how many steps there will be, as far as can be told after some
 * @param blanks which blank each piece stands in, from 1
 */
record StepTranslator(
    ProgressListener listener,
    StepListener steps,
    TextOfLengths text,
    SampleSettings settings,
    IntUnaryOperator expected,
    List<Integer> blanks)
    implements ProgressListener {
  StepTranslator(
      ProgressListener listener,
      StepListener steps,
      TextOfLengths text,
      SampleSettings settings,
      IntUnaryOperator expected) {
    this(
        listener,
        steps,
        text,
        settings,
        expected,
        text.blankOfPlace().stream().map(blank -> blank + 1).toList());
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
        text.blanked(),
        text.tokens(visit.state()),
        blanks,
        visit.energy(),
        visit.info().accepted(),
        visit.info().acceptanceProbability(),
        visit.info().changedCoordinates(),
        visit.info().modelPasses());
  }
}
