package dev.infill.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Keeps what a listener is told. */
final class Told implements ProgressListener {
  private final List<List<Visit>> steps = new ArrayList<>();
  private final List<OptionalDouble> stepSizes = new ArrayList<>();
  private final Thread thread = Thread.currentThread();

  @Override
  public void onProgress(Phase phase, long done, long total) {
    assertThat(done).isEqualTo(steps.size());
  }

  @Override
  public void onStep(int step, OptionalDouble stepSize, List<Visit> visits) {
    assertThat(Thread.currentThread()).isSameAs(thread);
    steps.add(visits);
    stepSizes.add(stepSize);
    assertThat(step).isEqualTo(steps.size());
  }

  /** Returns α by step. */
  List<OptionalDouble> stepSizes() {
    return stepSizes;
  }

  void assertIsWhatWasDone(ChainRun run) {
    assertThat(
            IntStream.range(0, run.visits().size())
                .mapToObj(chain -> steps.stream().map(visits -> visits.get(chain)).toList())
                .toList())
        .isEqualTo(run.visits());
  }
}
