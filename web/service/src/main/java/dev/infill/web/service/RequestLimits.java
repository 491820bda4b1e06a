package dev.infill.web.service;

import dev.infill.core.InvalidInputException;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.BlankedText;
import dev.infill.web.api.MetricsRequest;
import dev.infill.web.service.client.ClientConnection;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;

/** Refuses what is more than a service accepts. Thread-safe. */
final class RequestLimits {
  /**
   * So many bodies are received and parsed at the same time. Each has a thread and memory before
   * any job is asked for; the other threads are for those that send none.
   */
  static final int MOST_BODIES = 64;

  /** What is asked of the model for chains: each blank for each step of each chain. */
  static final String OF_CHAINS = "word pieces × blanks × chains × steps";

  /** What is asked of the model for the most probable fillings. */
  static final String OF_PASSES = "word pieces × model passes";

  /** So many texts are prepared at the same time; others wait for that. */
  static final int MOST_PREPARED = Math.max(2, Runtime.getRuntime().availableProcessors());

  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int PART_BYTES = 8_192;

  /** How long a client may be silent in the middle of a body. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

  /** Bytes a second that a body must have, once the grace is over. */
  private static final double LOWEST_RATE = 1_024;

  /** Bytes that are read, at most, of a body that is too large. */
  private static final long MOST_DISCARDED = 64 << 20;

  private static final int MEGABYTE = 1 << 20;

  /** In a string, twice over in JSON while that is written, and in UTF-8. */
  private static final long BYTES_OF_CHARACTER_TOLD = 16;

  /** What an answer says of a filled text, beside the text. */
  private static final long CHARACTERS_BESIDE_TEXT = 200;

  private static final long GRACE_NANOSECONDS = Duration.ofSeconds(5).toNanos();

  private final ServiceLimits limits;
  private final Duration patience;
  private final Semaphore bodies = new Semaphore(MOST_BODIES);
  private final Semaphore preparing = new Semaphore(MOST_PREPARED, /* fair= */ true);

  /**
   * Creates the limits of a service.
   *
   * @param limits what it accepts
   * @param patience how long a body may take to arrive, and a text may wait to be prepared
   */
  RequestLimits(ServiceLimits limits, Duration patience) {
    this.limits = limits;
    this.patience = patience;
  }

  /** Returns what is accepted. */
  ServiceLimits limits() {
    return limits;
  }

  /**
   * Reads the body of a request.
   *
   * @param context the request
   * @param parser takes it apart
   * @return what the parser returns
   * @throws ProblemException if it is no JSON, too large, or does not arrive, or if too many arrive
   *     already
   */
  <T> T read(Context context, Function<byte[], T> parser) {
    if (!bodies.tryAcquire()) {
      throw ProblemException.passing(
          429, RETRY, "%d bodies arrive already; try again later".formatted(MOST_BODIES));
    }
    try {
      return parser.apply(body(context));
    } finally {
      bodies.release();
    }
  }

  /**
   * Makes texts ready, a few of them at the same time.
   *
   * @param preparation what makes them ready
   * @return what it returns
   * @throws ProblemException if too many are made ready before it
   */
  <T> T prepare(Supplier<T> preparation) {
    try {
      if (!preparing.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw ProblemException.passing(
            429, RETRY, "too many texts are being prepared; try again later");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ProblemException.closing();
    }
    try {
      return preparation.get();
    } finally {
      preparing.release();
    }
  }

  private byte[] body(Context context) {
    BodyHeaders.requireJson(context);
    boolean announced = context.req().getContentLengthLong() > limits.most(ServiceLimit.BODY_BYTES);
    if (announced && context.header("Expect") != null) {
      // It asks before it sends.
      throw tooLarge();
    }
    ClientConnection client = new ClientConnection(context);
    long usual = client.waitAtMost(Math.min(LONGEST_SILENCE.toMillis(), patience.toMillis()));
    try (InputStream in = context.req().getInputStream()) {
      if (announced) {
        discard(in);
        throw tooLarge();
      }
      return read(in);
    } catch (IOException e) {
      throw failure(e);
    } finally {
      client.waitAtMost(usual);
    }
  }

  private RuntimeException failure(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TimeoutException) {
        return tooSlow();
      }
      if (cause instanceof HttpException) {
        return ProblemException.of(
            400, "the body does not arrive as its headers say, or its chunks are malformed");
      }
    }
    // The client has gone in the middle of it.
    return new Job.AbandonedException();
  }

  /**
   * Reads a body to its end. A client that sends a byte now and then is never idle, and would keep
   * a thread for good.
   *
   * @param in the body
   * @throws ProblemException if it is too large, or takes too long
   */
  byte[] read(InputStream in) throws IOException {
    long began = System.nanoTime();
    long end = began + patience.toNanos();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] part = new byte[PART_BYTES];
    for (int read = in.read(part); read >= 0; read = in.read(part)) {
      body.write(part, 0, read);
      if (body.size() > limits.most(ServiceLimit.BODY_BYTES)) {
        discard(in);
        throw tooLarge();
      }
      long now = System.nanoTime();
      if (now > end || body.size() < LOWEST_RATE * (now - began - GRACE_NANOSECONDS) / 1e9) {
        throw tooSlow();
      }
    }
    return body.toByteArray();
  }

  /**
   * Reads what a client still sends: most look for an answer when they have sent all, and a
   * connection that is closed before takes the answer with it.
   */
  private static void discard(InputStream in) throws IOException {
    long end = System.nanoTime() + GRACE_NANOSECONDS;
    byte[] part = new byte[PART_BYTES];
    long left = MOST_DISCARDED;
    int read = in.read(part);
    while (read >= 0 && left > 0 && System.nanoTime() < end) {
      left -= read;
      read = in.read(part);
    }
  }

  private ProblemException tooSlow() {
    return ProblemException.of(
        408,
        "the body did not arrive within %d s, or came with less than %.0f bytes a second"
            .formatted(Math.max(1, patience.toSeconds()), LOWEST_RATE));
  }

  private ProblemException tooLarge() {
    return ProblemException.of(
        413,
        "the body may have %d bytes, and has more".formatted(limits.most(ServiceLimit.BODY_BYTES)));
  }

  /**
   * Refuses texts that are too long, or have too many blanks.
   *
   * @param field the member that holds the text
   * @param text the text
   * @return the text and its blanks
   * @throws InvalidInputException if it is so
   */
  BlankedText text(String field, String text) {
    requireAtMost(field, "UTF-16 code units", limits.most(ServiceLimit.TEXT_LENGTH), text.length());
    BlankedText blanked = parsed(field, text);
    String what = blanked.holdsSinglePieces() ? "blanks" : "pieces in its blanks";
    requireAtMost(field, what, limits.most(ServiceLimit.BLANKS), blanked.mostPieces());
    return blanked;
  }

  private static BlankedText parsed(String field, String text) {
    try {
      return BlankedText.parse(text);
    } catch (InvalidInputException e) {
      // Said of a text, which may be called otherwise here.
      throw new InvalidInputException(field, String.valueOf(e.getMessage()), e);
    }
  }

  private static void requireAtMost(String field, String what, int most, int actual) {
    if (actual > most) {
      throw new InvalidInputException(
          field, "the text may have %d %s, and has %d".formatted(most, what, actual));
    }
  }

  /**
   * Refuses lists that are too long.
   *
   * @param settings how a text is to be filled
   * @throws InvalidInputException if it is so
   */
  void list(TextSettings<?> settings) {
    require("top", settings.top(), limits.most(ServiceLimit.TOP));
    require("maxBlanks", settings.get(Settings.MAX_BLANKS), limits.most(ServiceLimit.BLANKS));
  }

  /**
   * Refuses chains that are too many, or too long.
   *
   * @param settings how a text is to be filled
   * @param blanks how many pieces its blanks hold at most
   * @throws InvalidInputException if it is so
   */
  void chains(SampleSettings settings, int blanks) {
    require("chains", settings.chains(), limits.most(ServiceLimit.CHAINS));
    require("batch", settings.get(Settings.BATCH), limits.most(ServiceLimit.BATCH));
    require(
        "concurrentBatches",
        settings.get(Settings.CONCURRENT_BATCHES),
        limits.most(ServiceLimit.CONCURRENT_BATCHES));
    if ((long) settings.chains() * settings.steps() > limits.most(ServiceLimit.CHAIN_STEPS)) {
      throw new InvalidInputException(
          "steps",
          "chains × steps may be %d here, not %d × %d"
              .formatted(
                  limits.most(ServiceLimit.CHAIN_STEPS), settings.chains(), settings.steps()));
    }
    step("chains", settings.chains(), blanks);
  }

  /**
   * Refuses jobs that would ask too much of the model.
   *
   * @param field the member that is at fault the most
   * @param what how the pieces are counted
   * @param pieces word pieces of the text, times the contexts that it is read in, such as {@link
   *     #OF_CHAINS}; of all texts
   * @throws InvalidInputException if it is so
   */
  void work(String field, String what, long pieces) {
    if (pieces > limits.most(ServiceLimit.JOB_PIECES)) {
      throw new InvalidInputException(
          field,
          "%s may be %d here, not %d"
              .formatted(what, limits.most(ServiceLimit.JOB_PIECES), pieces));
    }
  }

  /**
   * Refuses jobs that would take too much memory, even alone.
   *
   * @param field the member that is at fault the most
   * @param advice what would take less
   * @param memory how much of Java's heap it takes
   * @throws InvalidInputException if it is so
   */
  void memory(String field, String advice, Job.Memory memory) {
    long megabytes = megabytes(memory.running());
    if (megabytes > limits.most(ServiceLimit.JOB_MEGABYTES)) {
      throw new InvalidInputException(
          field,
          "the job may take %d MB of memory here, and would take up to %d: %s"
              .formatted(limits.most(ServiceLimit.JOB_MEGABYTES), megabytes, advice));
    }
  }

  /**
   * Estimates how much of Java's heap an answer takes at most, until it is bytes.
   *
   * @param length UTF-16 code units of a text
   * @param times how often an answer repeats it, its blanks filled
   */
  static long answerBytes(int length, int times) {
    return BYTES_OF_CHARACTER_TOLD * times * (length + CHARACTERS_BESIDE_TEXT);
  }

  /** Returns bytes in MB, rounded up. */
  static long megabytes(long bytes) {
    return (bytes + MEGABYTE - 1) / MEGABYTE;
  }

  /**
   * Estimates what chains ask of the model.
   *
   * @param pieces word pieces of the text that the model reads
   * @param blanks how many of these are blanks
   * @param settings how many chains and steps
   */
  static long pieces(int pieces, int blanks, SampleSettings settings) {
    return (long) pieces * settings.chains() * blanks * (settings.steps() + 1L);
  }

  /**
   * Refuses chains whose step is too large.
   *
   * @param field the member that makes it so
   * @param chains how many chains
   * @param blanks how many blanks each fills
   * @throws InvalidInputException if it is so
   */
  void step(String field, int chains, int blanks) {
    if ((long) chains * blanks > limits.most(ServiceLimit.CHAIN_BLANKS)) {
      throw new InvalidInputException(
          field,
          "chains × blanks may be %d here, not %d × %d"
              .formatted(limits.most(ServiceLimit.CHAIN_BLANKS), chains, blanks));
    }
  }

  /**
   * Refuses too much to measure.
   *
   * @param request the sentences
   * @throws InvalidInputException if it is so
   */
  void measured(MetricsRequest request) {
    require("references", request.references().size(), limits.most(ServiceLimit.REFERENCES));
    List<List<String>> all = new ArrayList<>(request.sentences());
    requireMeasurable("sentences", all);
    request.references().values().forEach(all::addAll);
    requireMeasurable("references", all);
  }

  private void requireMeasurable(String field, List<List<String>> sentences) {
    int words = sentences.stream().mapToInt(List::size).sum();
    if (sentences.size() > limits.most(ServiceLimit.SENTENCES)
        || words > limits.most(ServiceLimit.WORDS)) {
      throw new InvalidInputException(
          field,
          "sentences and references may be %d with %d words in all here, not %d with %d; infill"
                  .formatted(
                      limits.most(ServiceLimit.SENTENCES),
                      limits.most(ServiceLimit.WORDS),
                      sentences.size(),
                      words)
              + " evaluate metrics has no limit");
    }
  }

  /**
   * Refuses a number that is too large.
   *
   * @param field the member that holds it
   * @param value the number
   * @param most the largest
   * @throws InvalidInputException if it is so
   */
  static void require(String field, int value, int most) {
    if (value > most) {
      throw new InvalidInputException(
          field, "%s may be at most %d here, not %d".formatted(field, most, value));
    }
  }
}
