package dev.infill.web.service.event;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.sample.ChainsStep;
import dev.infill.core.sample.StepListener;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.api.EventJson;
import dev.infill.web.api.EventJson.Candidates;
import dev.infill.web.api.EventJson.OneStep;
import dev.infill.web.api.EventJson.Scoring;
import dev.infill.web.api.EventJson.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What chains do while they fill a text. Thread-safe. */
public final class SampleEvents extends JobEvents implements ProgressListener, StepListener {
  private static final long STEPS_INTERVAL = Duration.ofMillis(100).toNanos();
  private static final long CANDIDATES_INTERVAL = Duration.ofMillis(250).toNanos();

  private final FoundFillings found;
  private final List<OneStep> steps = new ArrayList<>();
  private @Nullable Scoring scoring;
  private @Nullable Candidates sent;
  private long stepsSent = Long.MIN_VALUE / 2;
  private long candidatesSent = Long.MIN_VALUE / 2;
  private boolean moved;
  private int made;

  public SampleEvents(SampleSettings settings) {
    this.found = new FoundFillings(settings);
  }

  @Override
  public synchronized void onStep(ChainsStep step) {
    steps.add(OneStep.of(step));
    found.add(step);
    made = step.step();
    moved = true;
  }

  @Override
  public synchronized void onProgress(Phase phase, long done, long total) {
    if (phase == Phase.SCORING) {
      scoring = new Scoring(done, total);
    }
  }

  /** Steps ten times a second, candidates four times a second if there are others. */
  @Override
  void take(long now, long lasted, boolean all, List<EventJson> events) {
    if (!steps.isEmpty() && (all || now - stepsSent >= STEPS_INTERVAL)) {
      int total = steps.get(steps.size() - 1).total();
      events.add(Steps.of(steps, lasted / 1e9 / made * (total - made)));
      steps.clear();
      stepsSent = now;
    }
    if (moved && (all || now - candidatesSent >= CANDIDATES_INTERVAL)) {
      Candidates candidates = found.best();
      if (!candidates.equals(sent)) {
        events.add(candidates);
        sent = candidates;
      }
      candidatesSent = now;
      moved = false;
    }
    if (scoring != null) {
      events.add(scoring);
      scoring = null;
    }
  }
}
