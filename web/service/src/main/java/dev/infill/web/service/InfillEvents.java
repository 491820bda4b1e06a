package dev.infill.web.service;

import dev.infill.core.chain.ProgressListener;
import dev.infill.core.infill.ChainsStep;
import dev.infill.core.infill.StepListener;
import dev.infill.core.task.InfillSettings;
import dev.infill.web.api.InfillEventJson;
import dev.infill.web.api.InfillEventJson.Candidates;
import dev.infill.web.api.InfillEventJson.OneStep;
import dev.infill.web.api.InfillEventJson.Scoring;
import dev.infill.web.api.InfillEventJson.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens while a text is filled, gathered until it is sent: the job goes on however slowly
 * its client listens. Thread-safe.
 */
final class InfillEvents implements ProgressListener, StepListener {
  private static final long STEPS_INTERVAL = Duration.ofMillis(100).toNanos();
  private static final long CANDIDATES_INTERVAL = Duration.ofMillis(250).toNanos();

  private final FoundFillings found;
  private final List<OneStep> steps = new ArrayList<>();
  private InfillEventJson.@Nullable Started started;
  private @Nullable Scoring scoring;
  private @Nullable Candidates sent;
  private long began;
  private long stepsSent = Long.MIN_VALUE / 2;
  private long candidatesSent = Long.MIN_VALUE / 2;
  private boolean moved;
  private int made;

  InfillEvents(InfillSettings settings) {
    this.found = new FoundFillings(settings);
  }

  /** Says that the chains are set off. */
  synchronized void start(InfillEventJson.Started event) {
    started = event;
    began = System.nanoTime();
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

  /**
   * Takes what is to be sent now: steps ten times a second, candidates four times a second if there
   * are others.
   *
   * @param now the time, as {@link System#nanoTime} tells it
   * @param all whether everything is wanted, as nothing more will happen
   */
  synchronized List<InfillEventJson> take(long now, boolean all) {
    List<InfillEventJson> events = new ArrayList<>();
    if (started != null) {
      events.add(started);
      started = null;
    }
    if (!steps.isEmpty() && (all || now - stepsSent >= STEPS_INTERVAL)) {
      int total = steps.get(steps.size() - 1).total();
      events.add(Steps.of(steps, (now - began) / 1e9 / made * (total - made)));
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
    return events;
  }
}
