package dev.infill.bert;

import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.runtime.TextModelSession;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.tokenizer.PieceTokenizer;
import dev.infill.bert.tokenizer.TokenizerLibrary;
import dev.infill.bert.weights.source.CausalFiles;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How probable texts are by a causal language model such as GPT-2: log p(text) = Σ log p(piece |
 * the pieces before it). An export to ONNX for the task text-generation, without the keys and
 * values of earlier pieces, in float32, with its {@code tokenizer.json} and {@code config.json}
 * beside it; run on the processor.
 *
 * <p>Texts of a run are equally long, so that there is no padding. Thread-safe: one thread at a
 * time. Its tokenizer is checked as it is read, but not tried in a process of its own, as that of a
 * masked language model is.
 */
public final class CausalLanguageModel implements AutoCloseable {
  /** So many pieces are read in one run at most, or a single text: each gives V logits. */
  private static final int PIECES_AT_ONCE = 256;

  /** What rounding changes in a logit, and no more. */
  private static final double ROUNDING = 0.05;

  private final CausalFiles files;
  private final PieceTokenizer tokenizer;
  private final TextModelSession session;
  private final int vocabulary;

  private CausalLanguageModel(
      CausalFiles files, PieceTokenizer tokenizer, TextModelSession session, int vocabulary) {
    this.files = files;
    this.tokenizer = tokenizer;
    this.session = session;
    this.vocabulary = vocabulary;
  }

  /**
   * How probable a text is.
   *
   * @param logProbability log p of its pieces, in nats; of the first one only where the model has a
   *     piece that texts begin with
   * @param pieces how many pieces that are, 0 or more
   */
  public record Likelihood(double logProbability, int pieces) {}

  /**
   * Opens a model.
   *
   * @param file the ONNX file
   * @param cache the folder of Infill's cache, where native libraries are kept; empty for the
   *     user's
   * @param threads the threads of one run, at least 1
   * @throws InvalidInputException for field {@code language-model} if there is no such file, it is
   *     damaged, it is no causal language model, or ONNX Runtime cannot run it
   * @throws RuntimeFailureException if a native library cannot be loaded
   */
  public static CausalLanguageModel open(Path file, Optional<Path> cache, int threads) {
    try {
      return open(CausalFiles.read(file), cache.orElseGet(ModelStore::defaultRoot), threads);
    } catch (IOException e) {
      throw new UncheckedIOException("the language model %s cannot be read".formatted(file), e);
    } catch (InvalidInputException e) {
      String what = String.valueOf(e.getMessage());
      throw new InvalidInputException(
          "language-model",
          (what.startsWith("model ") ? "language " : "language model: ") + what,
          e);
    }
  }

  private static CausalLanguageModel open(CausalFiles files, Path cache, int threads)
      throws IOException {
    BertRuntime.version(cache);
    TokenizerLibrary.load(cache);
    try {
      TextModelSession session = TextModelSession.open(files.file(), files.export(), threads);
      try {
        int vocabulary = vocabulary(files, session);
        return new CausalLanguageModel(
            files,
            PieceTokenizer.ofWholeTexts(files.tokenizer(vocabulary), files.maxPositions()),
            session,
            vocabulary);
      } catch (IOException | RuntimeException e) {
        session.close();
        throw e;
      }
    } catch (RuntimeFailureException e) {
      throw new InvalidInputException("model", "it cannot be run: " + e.getMessage(), e);
    }
  }

  /** Returns V, and checks that what is said of a piece does not depend on those after it. */
  private static int vocabulary(CausalFiles files, TextModelSession session) {
    float[] alone = session.logits(List.of(new int[] {0})).get(0);
    float[] followed = session.logits(List.of(new int[] {0, 1})).get(0);
    if (Float.isNaN(alone[0])) {
      throw invalid(files, "answers with no finite number: its weights are damaged");
    }
    boolean isCausal =
        alone.length > 1
            && followed.length == 2 * alone.length
            && IntStream.range(0, alone.length)
                .allMatch(k -> Math.abs(alone[k] - followed[k]) <= ROUNDING);
    if (!isCausal) {
      throw invalid(
          files,
          "is no causal language model in float32: what it says of a piece changes with those that follow (an export in 8 bits does so, too); export one, such as GPT-2, for the task text-generation");
    }
    if (files.begin().orElse(0) >= alone.length) {
      throw invalid(
          files,
          "has a bos_token_id of %d in its config.json, and logits of %d pieces"
              .formatted(files.begin().getAsInt(), alone.length));
    }
    return alone.length;
  }

  private static InvalidInputException invalid(CausalFiles files, String what) {
    return new InvalidInputException("model", "model %s: it %s".formatted(files.file(), what));
  }

  /**
   * Returns how probable texts are.
   *
   * @param texts at least one
   * @return one for each, in order
   * @throws InvalidInputException for field {@code language-model} if a text is too long for it,
   *     its tokenizer fails, or its answer is no finite number
   * @throws IllegalStateException if it is closed
   */
  public synchronized List<Likelihood> likelihoods(List<String> texts) {
    List<int[]> sequences = texts.stream().map(this::sequence).toList();
    // Of a single piece, or none, nothing is known.
    Iterator<Likelihood> known =
        session
            .map(
                sequences.stream().filter(sequence -> sequence.length > 1).toList(),
                PIECES_AT_ONCE,
                this::likelihood)
            .iterator();
    return sequences.stream()
        .map(sequence -> sequence.length > 1 ? known.next() : new Likelihood(0, 0))
        .toList();
  }

  private int[] sequence(String text) {
    int[] pieces;
    try {
      pieces = tokenizer.encode(text);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(
          "language-model", "language model %s: %s".formatted(files.file(), e.getMessage()), e);
    }
    boolean begins =
        files.begin().isEmpty() || (pieces.length > 0 && pieces[0] == files.begin().getAsInt());
    int[] sequence =
        begins ? pieces : IntStream.concat(files.begin().stream(), IntStream.of(pieces)).toArray();
    if (sequence.length > files.maxPositions()) {
      throw new InvalidInputException(
          "language-model",
          "language model %s: a text has %d pieces; it reads at most %d"
              .formatted(files.file(), sequence.length, files.maxPositions()));
    }
    return sequence;
  }

  private Likelihood likelihood(int[] sequence, float[] logits) {
    double sum = 0;
    for (int k = 1; k < sequence.length; k++) {
      sum += LogSoftmax.at(logits, (k - 1) * vocabulary, vocabulary, sequence[k]);
    }
    if (!Double.isFinite(sum)) {
      throw new InvalidInputException(
          "language-model",
          "language model %s: its answer is no finite number: its weights are damaged"
              .formatted(files.file()));
    }
    return new Likelihood(sum, sequence.length - 1);
  }

  @Override
  public synchronized void close() {
    tokenizer.close();
    session.close();
  }
}
