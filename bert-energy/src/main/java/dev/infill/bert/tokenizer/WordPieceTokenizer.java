package dev.infill.bert.tokenizer;

import ai.djl.engine.EngineException;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Cuts texts into BERT's word pieces.
 *
 * <p>Of the special tokens only the blank means something in a text. {@code [CLS]}, {@code [SEP]},
 * {@code [PAD]} and {@code [UNK]} that a user writes are ordinary brackets and letters, so that a
 * text cannot end the sentence that the model reads.
 *
 * <p>Nothing is cut off or padded, and nothing is ever fetched over the network. Thread-safe.
 */
public final class WordPieceTokenizer implements Closeable {
  private final int maxPieces;
  private final int mask;
  private final HuggingFaceTokenizer tokenizer;
  private boolean closed;

  /**
   * Creates a tokenizer.
   *
   * @param vocabulary the word pieces, with {@code [UNK]}, {@code [CLS]}, {@code [SEP]} and {@code
   *     [MASK]}
   * @param lowerCase whether upper case and accents are removed before a text is cut into pieces
   * @param maxPieces the most pieces of a text, {@code [CLS]} and {@code [SEP]} included
   * @throws InvalidInputException for field {@code model} if the vocabulary lacks a special token
   * @throws RuntimeFailureException if the native library cannot be unpacked or loaded
   */
  public WordPieceTokenizer(Vocabulary vocabulary, boolean lowerCase, int maxPieces) {
    this.maxPieces = maxPieces;
    this.mask = special(vocabulary, BlankedText.MASK);
    TokenizerJson json =
        new TokenizerJson(
            vocabulary,
            lowerCase,
            special(vocabulary, "[UNK]"),
            special(vocabulary, "[CLS]"),
            special(vocabulary, "[SEP]"),
            mask);
    // Online, DJL would count its users and fetch a native library for CUDA.
    System.setProperty("ai.djl.offline", "true");
    try {
      this.tokenizer =
          HuggingFaceTokenizer.newInstance(
              new ByteArrayInputStream(json.write()),
              Map.of("truncation", "false", "padding", "false"));
    } catch (IOException e) {
      throw new UncheckedIOException("a stream over bytes failed", e);
    } catch (EngineException | LinkageError e) {
      throw new RuntimeFailureException(
          "the tokenizer's native library cannot be loaded; it is unpacked into ~/.djl.ai, or the"
              + " folder that DJL_CACHE_DIR names, which must be writable",
          e);
    }
  }

  /**
   * Cuts a text into pieces, each blank one mask token.
   *
   * @param text a text with any number of blanks
   * @throws InvalidInputException for field {@code text} if there are more pieces than the model
   *     reads
   * @throws IllegalStateException if the tokenizer is closed
   */
  public TokenizedText tokenize(BlankedText text) {
    int[] pieces = encode(text.masked());
    if (pieces.length > maxPieces) {
      throw new InvalidInputException(
          "text",
          "the text has %d word pieces, [CLS] and [SEP] included; the model reads at most %d"
              .formatted(pieces.length, maxPieces));
    }
    int[] blanks =
        IntStream.range(0, pieces.length).filter(position -> pieces[position] == mask).toArray();
    if (blanks.length != text.blanks().size()) {
      throw new IllegalArgumentException(
          "%d blanks are listed, and the text has %d"
              .formatted(text.blanks().size(), blanks.length));
    }
    return new TokenizedText(pieces, blanks);
  }

  @Override
  public synchronized void close() {
    closed = true;
    tokenizer.close();
  }

  /** One thread at a time: the native tokenizer is freed even where another thread is using it. */
  private synchronized int[] encode(String text) {
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
    return Arrays.stream(tokenizer.encode(text, true, false).getIds())
        .mapToInt(Math::toIntExact)
        .toArray();
  }

  private static int special(Vocabulary vocabulary, String token) {
    return vocabulary
        .id(token)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "model", "the model's vocabulary lacks the special token " + token));
  }
}
