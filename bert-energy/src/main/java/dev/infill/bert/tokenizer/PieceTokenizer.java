package dev.infill.bert.tokenizer;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.tokenizer.AddedToken;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.TokenSet;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Cuts texts into the pieces of a model: BERT's word pieces, or what a model's own tokenizer makes.
 *
 * <p>Of the special tokens that all models have only the blank means something in a text, and it is
 * written {@code [MASK]} whatever the model calls it. {@code [CLS]}, {@code [SEP]}, {@code [PAD]}
 * and {@code [UNK]}, or {@code <s>} and the like, that a user writes are ordinary brackets and
 * letters, so that a text cannot end the sentence that the model reads.
 *
 * <p>Nothing is cut off or padded, and nothing is ever fetched over the network. Thread-safe.
 */
public final class PieceTokenizer implements Closeable {
  /**
   * What no text has for each of its pieces on average: some languages have words of 40 letters.
   */
  private static final int MOST_CHARS_OF_A_PIECE = 200;

  private static final int MOST_CHARS = 1 << 22;

  /** How many characters of the native library's message are quoted. */
  private static final int LONGEST_QUOTE = 200;

  private final Vocabulary vocabulary;
  private final int maxPieces;
  private final int mask;
  private final HuggingFaceTokenizer tokenizer;

  /** Ids of the model by those that the native tokenizer gives, where they differ. */
  private final Map<Integer, Integer> translations;

  private final BlankReader reader;
  private boolean closed;

  private PieceTokenizer(
      Vocabulary vocabulary,
      int maxPieces,
      int mask,
      HuggingFaceTokenizer tokenizer,
      Map<Integer, Integer> translations,
      boolean marksSpaces) {
    this.vocabulary = vocabulary;
    this.maxPieces = maxPieces;
    this.mask = mask;
    this.tokenizer = tokenizer;
    this.translations = Map.copyOf(translations);
    reader = new BlankReader(vocabulary, mask, marksSpaces, this::encoded);
  }

  /**
   * Creates BERT's tokenizer.
   *
   * @param vocabulary the word pieces, with {@code [UNK]}, {@code [CLS]}, {@code [SEP]} and {@code
   *     [MASK]}
   * @param lowerCase whether upper case and accents are removed before a text is cut into pieces
   * @param maxPieces the most pieces of a text, {@code [CLS]} and {@code [SEP]} included
   * @throws InvalidInputException for field {@code model} if the vocabulary lacks a special token
   * @throws dev.infill.bert.runtime.RuntimeFailureException if the native library cannot be
   *     unpacked or loaded
   */
  public static PieceTokenizer ofWordPieces(
      Vocabulary vocabulary, boolean lowerCase, int maxPieces) {
    HuggingFaceTokenizer tokenizer = open(WordPieceJson.of(vocabulary, lowerCase));
    int mask = WordPieceJson.special(vocabulary, BlankedText.MASK);
    return new PieceTokenizer(vocabulary, maxPieces, mask, tokenizer, Map.of(), false);
  }

  /**
   * Creates a model's own tokenizer.
   *
   * @param file the tokenizer
   * @param maxPieces the most pieces of a text, those at its beginning and end included
   * @throws InvalidInputException for field {@code model} if it is none that can be used
   * @throws dev.infill.bert.runtime.RuntimeFailureException if the native library cannot be
   *     unpacked or loaded
   */
  public static PieceTokenizer of(TokenizerFile file, int maxPieces) {
    PieceTokenizer pieces = unchecked(file, maxPieces);
    try {
      pieces.check();
      return pieces;
    } catch (RuntimeException e) {
      pieces.close();
      throw e;
    }
  }

  private static PieceTokenizer unchecked(TokenizerFile file, int maxPieces) {
    HuggingFaceTokenizer tokenizer = open(new PlainTextTokenizerJson(file).write());
    try {
      Map<Integer, Integer> translations = new HashMap<>();
      for (AddedToken token : PlainTextTokenizerJson.kept(file)) {
        long[] ids =
            tokenizer.encode(PlainTextTokenizerJson.content(file, token), false, false).getIds();
        // One that its normaliser changes is found in texts only as it is changed.
        if (ids.length == 1 && ids[0] != token.id()) {
          translations.put(Math.toIntExact(ids[0]), token.id());
        }
      }
      return new PieceTokenizer(
          file.vocabulary(),
          maxPieces,
          file.mask().id(),
          tokenizer,
          translations,
          file.marksSpaces());
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
  }

  /** A text is read between two special tokens, and a blank in it is the mask token. */
  private void check() {
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

  private static HuggingFaceTokenizer open(byte[] json) {
    TokenizerLibrary.load(ModelStore.defaultRoot());
    try {
      return TokenizerLibrary.offline(() -> read(json));
    } catch (RuntimeException e) {
      throw new InvalidInputException(
          "model",
          "the model's tokenizer.json cannot be used: " + firstLine(String.valueOf(e.getMessage())),
          e);
    }
  }

  private static HuggingFaceTokenizer read(byte[] json) {
    try {
      return HuggingFaceTokenizer.newInstance(
          new ByteArrayInputStream(json), Map.of("truncation", "false", "padding", "false"));
    } catch (IOException e) {
      throw new UncheckedIOException("a stream over bytes failed", e);
    }
  }

  private static String firstLine(String message) {
    return PrintableName.of(message.lines().findFirst().orElse(""), LONGEST_QUOTE);
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
   * Returns a text whose blanks say whether what stands in them goes on what is before them, by
   * what this tokenizer makes of a word there.
   *
   * @param text a text with any number of blanks
   */
  public BlankedText written(BlankedText text) {
    return reader.written(text);
  }

  /**
   * Returns those of the pieces that may stand in a blank which this tokenizer makes of their
   * letters there.
   *
   * @param text a text as {@link #written} returns it
   * @param blank which blank, from 0
   * @param candidates pieces
   * @return at least one
   * @throws InvalidInputException for field {@code text} if there are none
   */
  public TokenSet readable(BlankedText text, int blank, TokenSet candidates) {
    return reader.readable(text, blank, candidates);
  }

  /**
   * Says whether this tokenizer makes a piece of its letters, behind a space or behind a word.
   *
   * @param piece its id
   */
  public boolean isRead(int piece) {
    return reader.isRead(piece);
  }

  @Override
  public synchronized void close() {
    closed = true;
    tokenizer.close();
  }

  /**
   * Cuts a text into pieces, in which blanks mean nothing.
   *
   * @param text the text
   * @return the ids, with those around the text; as many as there are, whatever the model reads
   * @throws InvalidInputException for field {@code text} if there are so many chars that there are
   *     too many pieces; for field {@code model} if the tokenizer fails
   * @throws IllegalStateException if the tokenizer is closed
   */
  public int[] encode(String text) {
    return encoded(text).ids();
  }

  // One thread at a time: the native tokenizer is freed even where another thread is using it.
  private synchronized Encoded encoded(String text) {
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
      throw new InvalidInputException(
          "model",
          "the model's tokenizer.json fails at a text: "
              + firstLine(String.valueOf(e.getMessage())),
          e);
    }
    long[] ids = encoding.getIds();
    long[] aroundText = encoding.getSpecialTokenMask();
    return new Encoded(
        IntStream.range(0, ids.length).map(i -> known(ids[i], aroundText[i] == 1)).toArray(),
        spans(text, encoding.getCharTokenSpans()),
        encoding.getWordIds());
  }

  /**
   * Returns where pieces stand in a text, which the native tokenizer tells in code points. Half a
   * surrogate pair is several of them to it.
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

  /** The native tokenizer numbers added tokens by itself, but for those around a text. */
  private int known(long id, boolean aroundText) {
    int known = aroundText ? (int) id : translations.getOrDefault((int) id, (int) id);
    if (id != (int) id || known < 0 || known >= vocabulary.size()) {
      throw new InvalidInputException(
          "model",
          "the model's tokenizer.json cuts a text into the id %d, where there are %d word embeddings"
              .formatted(id, vocabulary.size()));
    }
    return known;
  }
}
