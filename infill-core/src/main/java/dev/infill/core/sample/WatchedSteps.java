package dev.infill.core.sample;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.chain.Visit;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextOfLengths;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Tells steps of chains with the text that they fill.
 *
 * @param listener is notified of progress
 * @param steps is notified of steps
 * @param text tells states as text
 * @param settings the settings
 * @param end tells the expected number of steps
 */
record WatchedSteps(
    ProgressListener listener,
    StepListener steps,
    TextOfLengths text,
    SampleSettings settings,
    EndOfRun end)
    implements ProgressListener {
  @Override
  public void onProgress(Phase phase, long done, long total) {
    listener.onProgress(phase, done, total);
  }

  @Override
  public void onStep(int step, OptionalDouble stepSize, List<Visit> visits) {
    listener.onStep(step, stepSize, visits);
    steps.onStep(
        new ChainsStep(
            step, end.expected(step, settings.steps()), settings.burnIn(), stepSize, text, visits));
  }
}
