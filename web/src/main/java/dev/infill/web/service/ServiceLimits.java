package dev.infill.web.service;

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

  /**
   * Returns these limits with other texts.
   *
   * @param textLength UTF-16 code units of a text
   * @param blanks blanks of a text
   */
  public ServiceLimits withTexts(int textLength, int blanks) {
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

  /**
   * Returns these limits with another length of jobs.
   *
   * @param chainSteps chains × steps of a job
   */
  public ServiceLimits withChainSteps(int chainSteps) {
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

  /**
   * Returns these limits with another number of jobs.
   *
   * @param jobs jobs that run at the same time
   * @param queue jobs that wait
   */
  public ServiceLimits withJobs(int jobs, int queue) {
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
