package dev.infill.bert;

import dev.infill.bert.runtime.BertRuntime;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.runtime.TextModelSession;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.tokenizer.PieceTokenizer;
import dev.infill.bert.tokenizer.TokenizerLibrary;
import dev.infill.bert.weights.Pieces;
import dev.infill.bert.weights.source.ClassifierFiles;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.TextTerm;
import dev.infill.core.text.Vocabulary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * V = log p(label | text) of a classifier of texts, in nats, at most 0: the log-softmax of its
 * logits. An export to ONNX for the task text-classification of a BERT or one of its relatives,
 * with its {@code tokenizer.json} beside it, and a {@code config.json} where labels have names; run
 * on the processor.
 *
 * <p>Texts of a run are equally long, so that there is no padding, and a value does not depend on
 * what else is asked. Thread-safe: one thread at a time. Its tokenizer is checked as it is read,
 * but not tried in a process of its own, as that of a model is.
 */
public final class TextClassifier implements TextTerm, AutoCloseable {
  /** So many pieces are read in one run at most, or a single text. */
  private static final int PIECES_AT_ONCE = 4096;

  private final String name;
  private final PieceTokenizer tokenizer;
  private final TextModelSession session;
  private final int label;

  private TextClassifier(
      String name, PieceTokenizer tokenizer, TextModelSession session, int label) {
    this.name = name;
    this.tokenizer = tokenizer;
    this.session = session;
    this.label = label;
  }

  /**
   * Opens a classifier.
   *
   * @param file the ONNX file
   * @param label the name of a label, in capitals or not, or its index, counted from 0
   * @param cache the folder of Infill's cache, where native libraries are kept; empty for the
   *     user's
   * @param threads the threads of one run, at least 1
   * @throws InvalidInputException for field {@code classifier} if there is no such file, it is
   *     damaged, it is no classifier, or ONNX Runtime cannot run it; for field {@code label} if it
   *     has no such label
   * @throws RuntimeFailureException if a native library cannot be loaded
   */
  public static TextClassifier open(Path file, String label, Optional<Path> cache, int threads) {
    try {
      return open(
          ClassifierFiles.read(file), label, cache.orElseGet(ModelStore::defaultRoot), threads);
    } catch (IOException e) {
      throw new UncheckedIOException("the classifier %s cannot be read".formatted(file), e);
    } catch (InvalidInputException e) {
      throw e.field().equals("label") ? e : ofClassifier(e);
    }
  }

  private static InvalidInputException ofClassifier(InvalidInputException cause) {
    return new InvalidInputException("classifier", "classifier: " + cause.getMessage(), cause);
  }

  private static TextClassifier open(ClassifierFiles files, String label, Path cache, int threads) {
    BertRuntime.version(cache);
    TokenizerLibrary.load(cache);
    PieceTokenizer tokenizer = tokenizer(files.pieces(), files.maxPositions());
    try {
      TextModelSession session = TextModelSession.open(files.file(), files.export(), threads);
      try {
        int labels = labels(tokenizer, session);
        return new TextClassifier(
            files.file().toString(), tokenizer, session, index(label, labels, files.labels()));
      } catch (RuntimeException e) {
        session.close();
        throw e;
      }
    } catch (RuntimeFailureException e) {
      tokenizer.close();
      throw new InvalidInputException("model", "it cannot be run: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
  }

  private static PieceTokenizer tokenizer(Pieces pieces, int maxPieces) {
    return pieces
        .tokenizer()
        .map(file -> PieceTokenizer.of(file, maxPieces))
        .orElseGet(
            () ->
                PieceTokenizer.ofWordPieces(
                    new Vocabulary(pieces.vocabulary()), pieces.lowerCase(), maxPieces));
  }

  /** Returns how many labels there are: as many for texts of any length. */
  private static int labels(PieceTokenizer tokenizer, TextModelSession session) {
    int[] shorter = pieces(tokenizer, "");
    int[] longer = pieces(tokenizer, BlankedText.MASK);
    int labels = session.logits(List.of(shorter)).get(0).length;
    if (labels < 2 || session.logits(List.of(longer)).get(0).length != labels) {
      throw new InvalidInputException(
          "model",
          "it gives %d numbers for a text of %d pieces, where a classifier gives one for each of two labels or more, whatever the text: export it for the task text-classification"
              .formatted(labels, shorter.length));
    }
    return labels;
  }

  private static int index(String label, int labels, List<String> names) {
    if (!names.isEmpty() && names.size() != labels) {
      throw new InvalidInputException(
          "model",
          "its config.json names %d labels, and it has %d".formatted(names.size(), labels));
    }
    return IntStream.range(0, labels)
        .filter(
            id ->
                label.equals(String.valueOf(id))
                    || (!names.isEmpty() && label.equalsIgnoreCase(names.get(id))))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "label",
                    "the classifier has no label '%s'; it has %s"
                        .formatted(
                            label,
                            names.isEmpty()
                                ? "0 to %d, without names".formatted(labels - 1)
                                : names.stream().limit(20).collect(Collectors.joining(", ")))));
  }

  private static int[] pieces(PieceTokenizer tokenizer, String text) {
    return tokenizer.tokenize(BlankedText.parse(text)).pieces();
  }

  @Override
  public List<Double> values(List<FilledText> texts) {
    return logProbabilities(texts.stream().map(FilledText::text).toList());
  }

  /**
   * Returns log p(label | text) in nats.
   *
   * @param texts at least one
   * @throws InvalidInputException for field {@code classifier} if a text is too long for it
   * @throws IllegalStateException if it is closed
   */
  public synchronized List<Double> logProbabilities(List<String> texts) {
    List<int[]> sequences = new ArrayList<>();
    try {
      texts.forEach(text -> sequences.add(pieces(tokenizer, text)));
    } catch (InvalidInputException e) {
      throw new InvalidInputException(
          "classifier", "the classifier %s: %s".formatted(name, e.getMessage()), e);
    }
    return session.map(
        sequences,
        PIECES_AT_ONCE,
        (sequence, logits) -> LogSoftmax.at(logits, 0, logits.length, label));
  }

  @Override
  public synchronized void close() {
    tokenizer.close();
    session.close();
  }
}
