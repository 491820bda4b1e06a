package dev.infill.web.service;

import dev.infill.core.NumberRange;
import java.util.Optional;

/**
 * The table of what a service accepts at most. The options of the command line, what {@code GET
 * /api/v1/models} tells and its schema are made from it.
 */
public enum ServiceLimit {
  /** Jobs that run at the same time. */
  JOBS("jobs", 4, 1_000, "Jobs that run at the same time.", "max-jobs"),
  /** Jobs that wait; the only one that may be 0. */
  QUEUE("queue", 32, 10_000, "Jobs that wait for these.", "max-queue"),
  /** Requests of one client that have a place: they run, wait or arrive. */
  JOBS_PER_CLIENT(
      "jobsPerClient",
      9,
      11_000,
      "Jobs of one client that run, wait or arrive; more are answered with 429. A client is a"
          + " token, or without tokens an address, such as that of a proxy. A service of this"
          + " machine alone, without tokens, has no such limit.",
      "max-jobs-per-client"),
  /** UTF-16 code units of a text. */
  TEXT_LENGTH(
      "textLength",
      20_000,
      1 << 30,
      "Characters of a text, in UTF-16 code units.",
      "max-text-length"),
  /** Blanks of a text, by the most pieces that they may hold. */
  BLANKS("blanks", 32, 1 << 20, "Blanks of a text, or the pieces in them.", "max-blanks"),
  /** Chains × steps of a job. */
  CHAIN_STEPS(
      "chainSteps", 100_000, Integer.MAX_VALUE, "Chains × steps of a job.", "max-chain-steps"),
  /** Chains × blanks of a job, which is what one step asks of the model. */
  CHAIN_BLANKS(
      "chainBlanks",
      1_000,
      Integer.MAX_VALUE,
      "Chains × blanks of a job, or the pieces in them.",
      "max-chain-blanks"),
  /** Word pieces that a job may ask the model to read. */
  JOB_PIECES(
      "jobPieces",
      30_000_000,
      Integer.MAX_VALUE,
      "Word pieces that the model reads for a job, as estimated: those of the text × model passes,"
          + " or of sample × blanks × chains × steps.",
      "max-job-pieces"),
  /** MB (2²⁰ bytes) of Java's heap. */
  JOB_MEGABYTES(
      "jobMegabytes",
      megabytes(Runtime.getRuntime().maxMemory()),
      1 << 24,
      "MB (1,048,576 bytes) of Java's heap that running jobs may hold together, as estimated: a job"
          + " that would hold more alone is refused, one that does not fit beside others waits. The"
          + " default follows from the heap (-Xmx).",
      "max-job-memory"),
  /** How long a job may run. */
  JOB_SECONDS(
      "jobSeconds",
      600,
      86_400,
      "Seconds that a job may run; then it is stopped and answers with what it has found.",
      "job-timeout"),
  /** Connections at the same time. */
  CONNECTIONS("connections", 4_096, 1 << 20, "Connections at the same time.", "max-connections"),
  /** Connections of one address at the same time. */
  CONNECTIONS_PER_ADDRESS(
      "connectionsPerAddress",
      1_024,
      1 << 20,
      "Connections of one address at the same time; more are closed. A proxy is one address.",
      "max-connections-per-address"),
  /** Requests of the API in a minute. */
  REQUESTS_PER_MINUTE(
      "requestsPerMinute",
      6_000,
      60_000_000,
      "Requests of the API in a minute with one token; more are answered with 429.",
      "max-requests-per-minute"),
  /** Bytes of a request's body. */
  BODY_BYTES("bodyBytes", 1 << 20, 1 << 30, "Bytes of a request's body.", "max-body"),
  /** Chains of a job. */
  CHAINS("chains", 1_000, "Chains of a job."),
  /** Candidates of an answer. */
  TOP("top", 100, "Candidates of an answer."),
  /** Chains that a job evaluates together. */
  BATCH("batch", 64, "Chains that a job evaluates together."),
  /** Batches that a job evaluates at the same time. */
  CONCURRENT_BATCHES("concurrentBatches", 4, "Batches that a job evaluates at the same time."),
  /** Alternatives that are returned for each blank. */
  ALTERNATIVES("alternatives", 50, "Alternatives of a blank, and top_k of fill-mask."),
  /** Texts of one fill-mask request. */
  TEXTS("texts", 32, "Texts of one fill-mask request."),
  /** Named references. */
  REFERENCES("references", 8, "Named references that sentences are measured against."),
  /** Sentences that are measured. */
  SENTENCES("sentences", 5_000, "Sentences that are measured, references included."),
  /** Words of all of these. */
  WORDS("words", 50_000, "Words of all of these.");

  private final String jsonName;
  private final int fallback;
  private final int most;
  private final String sentence;
  private final Optional<String> option;

  ServiceLimit(String jsonName, int fallback, String sentence) {
    this(jsonName, fallback, Integer.MAX_VALUE, sentence, Optional.empty());
  }

  ServiceLimit(String jsonName, int fallback, int most, String sentence, String option) {
    this(jsonName, fallback, most, sentence, Optional.of(option));
  }

  ServiceLimit(String jsonName, int fallback, int most, String sentence, Optional<String> option) {
    this.jsonName = jsonName;
    this.fallback = fallback;
    this.most = most;
    this.sentence = sentence;
    this.option = option;
  }

  /** Returns how much jobs may hold of a heap: the rest is for requests, the model and spare. */
  static int megabytes(long heapBytes) {
    // The vocabulary, the tokenizer, classes' data, and what is written and read meanwhile.
    long besideJobs = 96L << 20;
    long jobs = (heapBytes - besideJobs) / 5 * 4;
    return (int) Math.max(1, Math.min(jobs >> 20, Integer.MAX_VALUE));
  }

  /** Returns its name as a member of JSON. */
  public String jsonName() {
    return jsonName;
  }

  /** Returns its value where nobody says anything: for a machine of a few cores. */
  public int fallback() {
    return fallback;
  }

  /** Returns what it may be. */
  public NumberRange range() {
    return new NumberRange(this == QUEUE ? 0 : 1, most);
  }

  /** Returns what it limits. */
  public String sentence() {
    return sentence;
  }

  /** Returns its option of the command line, without the dashes; empty if it has none. */
  public Optional<String> option() {
    return option;
  }
}
