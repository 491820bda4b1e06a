package dev.infill.bert.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.infill.core.InvalidInputException;
import java.io.Closeable;
import java.util.Arrays;

/**
 * Cuts whole texts into the pieces of a model that knows no blanks, as its own tokenizer does: a
 * special token that stands in a text is one. Nothing is cut off, padded or fetched. Thread-safe:
 * one thread at a time.
 */
public final class WholeTextTokenizer implements Closeable {
  private final HuggingFaceTokenizer tokenizer;

  private WholeTextTokenizer(HuggingFaceTokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  /**
   * Creates a tokenizer.
   *
   * @param json a {@code tokenizer.json}
   * @throws InvalidInputException for field {@code model} if it is none that can be used
   * @throws dev.infill.bert.runtime.RuntimeFailureException if the native library cannot be
   *     unpacked or loaded
   */
  public static WholeTextTokenizer of(byte[] json) {
    return new WholeTextTokenizer(PieceTokenizer.open(json));
  }

  /**
   * Cuts a text into pieces.
   *
   * @param text the text
   * @return the ids, with those that the tokenizer puts around texts
   * @throws InvalidInputException for field {@code model} if the tokenizer fails
   */
  public synchronized int[] encode(String text) {
    try {
      return Arrays.stream(tokenizer.encode(text, true, false).getIds())
          .mapToInt(Math::toIntExact)
          .toArray();
    } catch (RuntimeException e) {
      throw new InvalidInputException(
          "model",
          "the model's tokenizer.json fails at a text: "
              + PieceTokenizer.firstLine(String.valueOf(e.getMessage())),
          e);
    }
  }

  @Override
  public synchronized void close() {
    tokenizer.close();
  }
}
