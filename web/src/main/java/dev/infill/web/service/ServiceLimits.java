package dev.infill.web.service;

import java.util.function.Consumer;

/**
 * What a service accepts at the most, so that its time and memory are bounded. Its members are told
 * by {@code GET /api/v1/models}.
 *
 * @param bodyBytes bytes of a request's body
 * @param textLength UTF-16 code units of a text
 * @param blanks blanks of a text
 * @param chains chains of a job
 * @param chainSteps chains × steps of a job
 * @param top candidates of an answer
 * @param batch chains that a job evaluates together
 * @param concurrentBatches batches that a job evaluates at the same time
 * @param alternatives tokens that are told of each blank that is scored
 * @param texts texts of one fill-mask request
 * @param jobs jobs that run at the same time
 * @param queue jobs that wait
 */
public record ServiceLimits(
    int bodyBytes,
    int textLength,
    int blanks,
    int chains,
    int chainSteps,
    int top,
    int batch,
    int concurrentBatches,
    int alternatives,
    int texts,
    int jobs,
    int queue) {
  /** Returns limits for a machine of a few cores. */
  public static ServiceLimits defaults() {
    return new ServiceLimits(1 << 20, 20_000, 32, 1_000, 50_000, 100, 64, 4, 50, 32, 4, 32);
  }

  /**
   * Returns these limits with another size of bodies.
   *
   * @param bodyBytes bytes of a request's body
   */
  public ServiceLimits withBodyBytes(int bodyBytes) {
    return changed(values -> values.bodyBytes = bodyBytes);
  }

  /**
   * Returns these limits with other texts.
   *
   * @param textLength UTF-16 code units of a text
   * @param blanks blanks of a text
   */
  public ServiceLimits withTexts(int textLength, int blanks) {
    return changed(
        values -> {
          values.textLength = textLength;
          values.blanks = blanks;
        });
  }

  /**
   * Returns these limits with another length of jobs.
   *
   * @param chainSteps chains × steps of a job
   */
  public ServiceLimits withChainSteps(int chainSteps) {
    return changed(values -> values.chainSteps = chainSteps);
  }

  /**
   * Returns these limits with another number of jobs.
   *
   * @param jobs jobs that run at the same time
   * @param queue jobs that wait
   */
  public ServiceLimits withJobs(int jobs, int queue) {
    return changed(
        values -> {
          values.jobs = jobs;
          values.queue = queue;
        });
  }

  private ServiceLimits changed(Consumer<Values> change) {
    Values values = new Values(this);
    change.accept(values);
    return values.limits();
  }

  /** The limits while one of them is changed. */
  private static final class Values {
    private int bodyBytes;
    private int textLength;
    private int blanks;
    private int chains;
    private int chainSteps;
    private int top;
    private int batch;
    private int concurrentBatches;
    private int alternatives;
    private int texts;
    private int jobs;
    private int queue;

    Values(ServiceLimits limits) {
      bodyBytes = limits.bodyBytes();
      textLength = limits.textLength();
      blanks = limits.blanks();
      chains = limits.chains();
      chainSteps = limits.chainSteps();
      top = limits.top();
      batch = limits.batch();
      concurrentBatches = limits.concurrentBatches();
      alternatives = limits.alternatives();
      texts = limits.texts();
      jobs = limits.jobs();
      queue = limits.queue();
    }

    ServiceLimits limits() {
      return new ServiceLimits(
          bodyBytes,
          textLength,
          blanks,
          chains,
          chainSteps,
          top,
          batch,
          concurrentBatches,
          alternatives,
          texts,
          jobs,
          queue);
    }
  }
}
