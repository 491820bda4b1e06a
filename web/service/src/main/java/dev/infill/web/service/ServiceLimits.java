package dev.infill.web.service;

import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What a service accepts at most, so that its time and memory are bounded. Its members are told by
 * {@code GET /api/v1/models}.
 *
 * @param bodyBytes bytes of a request's body
 * @param textLength UTF-16 code units of a text
 * @param blanks blanks of a text, by the most pieces that they may hold
 * @param chains chains of a job
 * @param chainSteps chains × steps of a job
 * @param chainBlanks chains × blanks of a job, which is what one step asks of the model
 * @param jobPieces word pieces × blanks × chains × steps of a job: what the model reads for it at
 *     the most, as estimated beforehand
 * @param jobMegabytes MB (2²⁰ bytes) of Java's heap that the running jobs may hold together, as
 *     estimated beforehand; one that would hold more alone is refused
 * @param jobSeconds how long a job may run
 * @param top candidates of an answer
 * @param batch chains that a job evaluates together
 * @param concurrentBatches batches that a job evaluates at the same time
 * @param alternatives tokens that are notified of each blank that is scored
 * @param texts texts of one fill-mask request
 * @param references named references that sentences are measured against
 * @param sentences sentences that are measured, references included
 * @param words words of all of these
 * @param jobs jobs that run at the same time
 * @param queue jobs that wait; may be 0, where all others are at least 1
 * @param connections connections at the same time
 * @param connectionsPerAddress connections of one address at the same time
 */
public record ServiceLimits(
    int bodyBytes,
    int textLength,
    int blanks,
    int chains,
    int chainSteps,
    int chainBlanks,
    int jobPieces,
    int jobMegabytes,
    int jobSeconds,
    int top,
    int batch,
    int concurrentBatches,
    int alternatives,
    int texts,
    int references,
    int sentences,
    int words,
    int jobs,
    int queue,
    int connections,
    int connectionsPerAddress) {
  /** The vocabulary, the tokenizer, classes' data, and what is written and read meanwhile. */
  private static final long BYTES_BESIDE_JOBS = 96L << 20;

  private static final int JOBS_NUMERATOR = 4;
  private static final int JOBS_DENOMINATOR = 5;

  /**
   * Checks that something is accepted.
   *
   * @throws IllegalArgumentException if a limit is below 1, or {@code queue} below 0
   */
  public ServiceLimits {
    int least =
        IntStream.of(
                bodyBytes,
                textLength,
                blanks,
                chains,
                chainSteps,
                chainBlanks,
                jobPieces,
                jobMegabytes,
                jobSeconds,
                top,
                batch,
                concurrentBatches,
                alternatives,
                texts,
                references,
                sentences,
                words,
                jobs,
                connections,
                connectionsPerAddress)
            .min()
            .orElseThrow();
    if (least < 1 || queue < 0) {
      throw new IllegalArgumentException(
          "limits are at least 1, and that of the queue at least 0, not "
              + (least < 1 ? least : queue));
    }
  }

  /** Returns how much jobs may hold of a heap: the rest is for requests, the model and spare. */
  static int megabytes(long heapBytes) {
    long jobs = (heapBytes - BYTES_BESIDE_JOBS) / JOBS_DENOMINATOR * JOBS_NUMERATOR;
    return (int) Math.max(1, Math.min(jobs >> 20, Integer.MAX_VALUE));
  }

  /**
   * Returns limits for a machine of a few cores. How much memory jobs may hold follows from the
   * heap that Java may use.
   */
  public static ServiceLimits defaults() {
    return new ServiceLimits(
        /* bodyBytes= */ 1 << 20,
        /* textLength= */ 20_000,
        /* blanks= */ 32,
        /* chains= */ 1_000,
        /* chainSteps= */ 50_000,
        /* chainBlanks= */ 1_000,
        /* jobPieces= */ 30_000_000,
        /* jobMegabytes= */ megabytes(Runtime.getRuntime().maxMemory()),
        /* jobSeconds= */ 600,
        /* top= */ 100,
        /* batch= */ 64,
        /* concurrentBatches= */ 4,
        /* alternatives= */ 50,
        /* texts= */ 32,
        /* references= */ 8,
        /* sentences= */ 5_000,
        /* words= */ 50_000,
        /* jobs= */ 4,
        /* queue= */ 32,
        /* connections= */ 4_096,
        /* connectionsPerAddress= */ 1_024);
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

  /**
   * Returns these limits with another size of a step.
   *
   * @param chainBlanks chains × blanks of a job
   */
  public ServiceLimits withChainBlanks(int chainBlanks) {
    return changed(values -> values.chainBlanks = chainBlanks);
  }

  /**
   * Returns these limits with another size of jobs.
   *
   * @param pieces word pieces × blanks × chains × steps of a job
   * @param seconds how long a job may run
   */
  public ServiceLimits withJobSize(int pieces, int seconds) {
    return changed(
        values -> {
          values.jobPieces = pieces;
          values.jobSeconds = seconds;
        });
  }

  /**
   * Returns these limits with other memory.
   *
   * @param megabytes MB of Java's heap that the running jobs may hold together
   */
  public ServiceLimits withJobMemory(int megabytes) {
    return changed(values -> values.jobMegabytes = megabytes);
  }

  /**
   * Returns these limits with another number of connections.
   *
   * @param connections connections at the same time
   * @param perAddress connections of one address at the same time
   */
  public ServiceLimits withConnections(int connections, int perAddress) {
    return changed(
        values -> {
          values.connections = connections;
          values.connectionsPerAddress = perAddress;
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
    private int chainBlanks;
    private int jobPieces;
    private int jobMegabytes;
    private int jobSeconds;
    private int top;
    private int batch;
    private int concurrentBatches;
    private int alternatives;
    private int texts;
    private int references;
    private int sentences;
    private int words;
    private int jobs;
    private int queue;
    private int connections;
    private int connectionsPerAddress;

    Values(ServiceLimits limits) {
      bodyBytes = limits.bodyBytes();
      textLength = limits.textLength();
      blanks = limits.blanks();
      chains = limits.chains();
      chainSteps = limits.chainSteps();
      chainBlanks = limits.chainBlanks();
      jobPieces = limits.jobPieces();
      jobMegabytes = limits.jobMegabytes();
      jobSeconds = limits.jobSeconds();
      top = limits.top();
      batch = limits.batch();
      concurrentBatches = limits.concurrentBatches();
      alternatives = limits.alternatives();
      texts = limits.texts();
      references = limits.references();
      sentences = limits.sentences();
      words = limits.words();
      jobs = limits.jobs();
      queue = limits.queue();
      connections = limits.connections();
      connectionsPerAddress = limits.connectionsPerAddress();
    }

    ServiceLimits limits() {
      return new ServiceLimits(
          bodyBytes,
          textLength,
          blanks,
          chains,
          chainSteps,
          chainBlanks,
          jobPieces,
          jobMegabytes,
          jobSeconds,
          top,
          batch,
          concurrentBatches,
          alternatives,
          texts,
          references,
          sentences,
          words,
          jobs,
          queue,
          connections,
          connectionsPerAddress);
    }
  }
}
