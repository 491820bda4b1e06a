package dev.infill.bert.tokenizer;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.CharSpan;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The native tokenizer of a model, which knows nothing of blanks. Thread-safe. */
final class NativeTokenizer implements Closeable {
  /** No text has as many on average: some languages have words of 40 letters. */
  private static final int MOST_CHARS_OF_A_PIECE = 200;

  private static final int MOST_CHARS = 1 << 22;

  /** How many characters of the native library's message are quoted. */
  private static final int LONGEST_QUOTE = 200;

  private final HuggingFaceTokenizer tokenizer;
  private final int size;
  private final int maxPieces;

  /** Ids of the model by those that the native tokenizer gives, where they differ. */
  private final Map<Integer, Integer> translations = new HashMap<>();

  private boolean closed;

  /**
   * Opens a tokenizer.
   *
   * @param maxPieces the most pieces that the model reads; much longer texts are refused
   * @throws InvalidInputException for field {@code model} if the library cannot use the file
   */
  NativeTokenizer(TokenizerFile file, int maxPieces) {
    this.size = file.vocabulary().size();
    this.maxPieces = maxPieces;
    TokenizerLibrary.load(ModelStore.defaultRoot());
    try {
      tokenizer = TokenizerLibrary.offline(() -> read(file.json()));
    } catch (RuntimeException e) {
      throw failure("cannot be used", e);
    }
    try {
      file.pieces().found().forEach(this::translate);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw failure("fails at its own tokens", e);
    }
  }

  private void translate(String token, int id) {
    long[] ids = tokenizer.encode(token, false, false).getIds();
    // A token that the normalizer changes is found in texts only as it is changed.
    if (ids.length == 1 && ids[0] != id) {
      translations.put(Math.toIntExact(ids[0]), id);
    }
  }

  private static HuggingFaceTokenizer read(String json) {
    try {
      return HuggingFaceTokenizer.newInstance(
          new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
          Map.of("truncation", "false", "padding", "false"));
    } catch (IOException e) {
      throw new UncheckedIOException("a stream over bytes failed", e);
    }
  }

  private static InvalidInputException failure(String what, RuntimeException cause) {
    String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return new InvalidInputException(
        "model",
        "the model's tokenizer.json %s: %s"
            .formatted(what, PrintableName.of(message, LONGEST_QUOTE)),
        cause);
  }

  /**
   * Cuts a text into pieces. One thread does so at a time: {@link #close} frees the native
   * tokenizer even while it is used.
   *
   * @throws InvalidInputException for field {@code text} if it is too long for its pieces to be
   *     read; for field {@code model} if the tokenizer fails
   * @throws IllegalStateException if the tokenizer is closed
   */
  synchronized Encoded encode(String text) {
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
    long most = Math.min(MOST_CHARS, (long) MOST_CHARS_OF_A_PIECE * maxPieces);
    if (text.length() > most) {
      throw new InvalidInputException(
          "text",
          "the text has %,d characters; the model reads at most %d word pieces, for which %,d characters are cut"
              .formatted(text.length(), maxPieces, most));
    }
    Encoding encoding;
    try {
      encoding = tokenizer.encode(text, true, false);
    } catch (RuntimeException e) {
      throw failure("fails at a text", e);
    }
    long[] ids = encoding.getIds();
    long[] aroundText = encoding.getSpecialTokenMask();
    return new Encoded(
        text,
        IntStream.range(0, ids.length).map(i -> id(ids[i], aroundText[i] == 1)).toArray(),
        spans(text, encoding.getCharTokenSpans()),
        encoding.getWordIds());
  }

  /** The native tokenizer numbers added tokens itself, except for those around a text. */
  private int id(long id, boolean aroundText) {
    int known = aroundText ? (int) id : translations.getOrDefault((int) id, (int) id);
    if (id != (int) id || known < 0 || known >= size) {
      throw new InvalidInputException(
          "model",
          "the model's tokenizer.json cuts a text into the id %d, where there are %d word embeddings"
              .formatted(id, size));
    }
    return known;
  }

  /**
   * Returns where pieces stand in a text. The native tokenizer counts code points, and half a
   * surrogate pair as several.
   */
  private static List<CharSpan> spans(
      String text, ai.djl.huggingface.tokenizers.jni.CharSpan[] ofPieces) {
    int points = text.codePointCount(0, text.length());
    int[] chars = new int[points + 1];
    for (int point = 0; point < points; point++) {
      chars[point + 1] = text.offsetByCodePoints(chars[point], 1);
    }
    return Arrays.stream(ofPieces)
        .map(
            span ->
                span == null
                    ? new CharSpan(0, 0)
                    : new CharSpan(
                        chars[Math.min(span.getStart(), points)],
                        chars[Math.min(span.getEnd(), points)]))
        .toList();
  }

  @Override
  public synchronized void close() {
    closed = true;
    tokenizer.close();
  }
}
