package dev.infill.evaluation.experiment;

import dev.infill.corpora.task.MaskingTask;

/** Is notified of an experiment's progress; called from one thread at a time. */
@FunctionalInterface
public interface ExperimentListener {
  /** A listener that does nothing. */
  ExperimentListener NONE = (task, sampler, done, total) -> {};

  /**
   * Reports progress.
   *
   * @param task the task that is being run
   * @param sampler the sampler that is being run
   * @param done how much work is done of what had to be done, 0 ≤ done ≤ total
   * @param total how much work there is, in model passes of one chain, roughly
   */
  void onProgress(MaskingTask task, SamplerSpec sampler, double done, double total);
}
