package dev.infill.bert.tokenizer;

import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.io.Closeable;
import java.util.Arrays;

/**
 * Cuts texts into the pieces of a model.
 *
 * <p>The blank is the only control token that a text can hold. It is written {@code [MASK]},
 * whatever the model calls it. {@code [CLS]}, {@code [SEP]}, {@code [PAD]}, {@code [UNK]}, {@code
 * <s>} and the like are ordinary brackets and letters where a user writes them, so that a text
 * cannot end the sentence that the model reads.
 *
 * <p>Nothing is cut off or padded, and nothing is fetched over the network. Thread-safe.
 */
public final class PieceTokenizer implements Closeable {
  private final Vocabulary vocabulary;
  private final int maxPieces;
  private final NativeTokenizer tokenizer;
  private final BlankReader reader;
  private final ReadableBlanks readable;

  private PieceTokenizer(TokenizerFile file, int maxPieces, NativeTokenizer tokenizer) {
    this.vocabulary = file.vocabulary();
    this.maxPieces = maxPieces;
    this.tokenizer = tokenizer;
    int mask = file.pieces().mask();
    boolean marksSpaces = file.pieces().marksSpaces();
    requireSpecialTokens(mask);
    Probes probes = Probes.of(vocabulary, marksSpaces, tokenizer);
    reader = new BlankReader(probes, mask, marksSpaces, tokenizer);
    readable = new ReadableBlanks(probes, marksSpaces, tokenizer);
  }

  /**
   * Opens a tokenizer.
   *
   * @param file the tokenizer
   * @param maxPieces the most pieces of a text, those at its beginning and end included
   * @throws InvalidInputException for field {@code model} if it cannot be used
   * @throws dev.infill.bert.runtime.RuntimeFailureException if the native library cannot be
   *     unpacked or loaded
   */
  public static PieceTokenizer of(TokenizerFile file, int maxPieces) {
    NativeTokenizer tokenizer = new NativeTokenizer(file, maxPieces);
    try {
      return new PieceTokenizer(file, maxPieces, tokenizer);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
  }

  /** A text is read between two special tokens, and a blank in it is the mask token. */
  private void requireSpecialTokens(int mask) {
    int[] empty = encode("");
    if (empty.length != 2) {
      throw new InvalidInputException(
          "model",
          "the model's tokenizer.json puts %d special tokens around a text; there should be one"
                  .formatted(empty.length)
              + " at its beginning and one at its end");
    }
    if (Arrays.stream(encode(BlankedText.MASK)).filter(id -> id == mask).count() != 1) {
      throw new InvalidInputException(
          "model", "the model's tokenizer.json does not find its mask token in a text");
    }
  }

  /**
   * Cuts a text into pieces, each blank one mask token.
   *
   * @param text a text with any number of blanks
   * @throws InvalidInputException for field {@code text} if there are more pieces than the model
   *     reads, or so many chars that there must be; for field {@code model} if the tokenizer fails
   * @throws IllegalStateException if the tokenizer is closed
   */
  public TokenizedText tokenize(BlankedText text) {
    TokenizedText tokenized = reader.tokenize(text);
    if (tokenized.length() > maxPieces) {
      throw new InvalidInputException(
          "text",
          "the text has %d word pieces, %s and %s included; the model reads at most %d"
              .formatted(
                  tokenized.length(),
                  vocabulary.token(tokenized.piece(0)),
                  vocabulary.token(tokenized.piece(tokenized.length() - 1)),
                  maxPieces));
    }
    return tokenized;
  }

  /**
   * Returns a text whose blanks say whether their fillings go on the text before them: this
   * tokenizer makes continuations of words there.
   *
   * @param text a text with any number of blanks
   */
  public BlankedText written(BlankedText text) {
    return readable.written(text);
  }

  /**
   * Leaves out pieces that this tokenizer does not make of their letters in a blank.
   *
   * @param text a text as {@link #written} returns it
   * @param blank which blank, from 0
   * @param candidates pieces
   * @return the others, at least one
   * @throws InvalidInputException for field {@code text} if none is left
   */
  public TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    return readable.readable(text, blank, candidates);
  }

  /**
   * Says whether this tokenizer makes a piece of its letters, behind a space or behind a word.
   *
   * @param piece its id
   */
  public boolean isRead(int piece) {
    return readable.isRead(piece);
  }

  /**
   * Cuts a text into pieces. Blanks mean nothing in it.
   *
   * @param text the text
   * @return the ids, with those around the text; there may be more than the model reads
   * @throws InvalidInputException for field {@code text} if there are so many chars that there are
   *     too many pieces; for field {@code model} if the tokenizer fails
   * @throws IllegalStateException if the tokenizer is closed
   */
  public int[] encode(String text) {
    return tokenizer.encode(text).ids();
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
