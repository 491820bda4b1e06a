package dev.infill.bert.weights.tokenizer;

import dev.infill.bert.weights.format.MalformedFileException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** How the pieces of a tokenizer say whether they begin a word. */
enum PieceMarking {
  /** Word pieces: what continues a word begins with {@code ##} (Wu et al. 2016). */
  WORD_PIECE {
    @Override
    Optional<Piece> read(String token) {
      boolean continues = token.startsWith(CONTINUATION) && token.length() > CONTINUATION.length();
      return Optional.of(
          new Piece(continues ? token.substring(CONTINUATION.length()) : token, !continues));
    }
  },
  /**
   * Byte-level BPE (Radford et al. 2019): each char stands for a byte, and what begins a word
   * begins with the space before it.
   */
  BYTE_LEVEL {
    @Override
    Optional<Piece> read(String token) {
      ByteBuffer bytes = ByteBuffer.allocate(token.length());
      for (int i = 0; i < token.length(); i++) {
        int value = byteOf(token.charAt(i));
        if (value < 0) {
          return Optional.empty();
        }
        bytes.put((byte) value);
      }
      try {
        return marked(StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString(), " ");
      } catch (CharacterCodingException e) {
        // A part of a character, which is no text alone.
        return Optional.empty();
      }
    }
  },
  /**
   * SentencePiece (Kudo &amp; Richardson 2018): what begins a word begins with {@code ▁}; {@code
   * <0x0A>} and the like are bytes.
   */
  META_SPACE {
    @Override
    Optional<Piece> read(String token) {
      return BYTE.matcher(token).matches() ? Optional.empty() : marked(token, SPACE);
    }
  };

  static final String CONTINUATION = "##";

  private static final Pattern BYTE = Pattern.compile("<0x[0-9A-F]{2}>");

  /** What SentencePiece writes for a space. */
  static final String SPACE = "\u2581";

  /** How many bytes are printed as another char than Latin 1's, from U+0100 on. */
  private static final int MOVED_BYTES = 68;

  /** What a token says. */
  record Piece(String text, boolean beginsWord) {}

  /**
   * Returns the marking of a tokenizer.
   *
   * @param model the kind of its model
   * @param steps its normalizers and pre-tokenizers
   */
  static PieceMarking of(String model, List<Kinds.Step> steps) throws MalformedFileException {
    Set<String> marks = new HashSet<>();
    for (Kinds.Step step : steps) {
      if (Set.of("ByteLevel", "Metaspace").contains(step.kind()) && !marks.add(step.kind())) {
        // Each would make every text longer once more.
        throw new MalformedFileException("holds the step %s twice".formatted(step.kind()));
      }
      if (marksSpaces(step)) {
        marks.add(step.kind());
      }
    }
    if (model.equals(PieceModel.BPE) && marks.isEmpty()) {
      throw new MalformedFileException(
          "holds a BPE that is neither of bytes (ByteLevel) nor of SentencePiece (Metaspace, or a"
              + " Replace of spaces)");
    }
    return switch (model) {
      case PieceModel.WORD_PIECE -> PieceMarking.WORD_PIECE;
      case PieceModel.BPE ->
          marks.contains("ByteLevel") ? PieceMarking.BYTE_LEVEL : PieceMarking.META_SPACE;
      default -> PieceMarking.META_SPACE;
    };
  }

  /** Says whether a normalizer writes SentencePiece's mark for each space, as Gemma's does. */
  private static boolean marksSpaces(Kinds.Step step) {
    return step.kind().equals("Replace")
        && step.member("pattern").path("String").asText().equals(" ")
        && step.member("content").asText().equals(PieceMarking.SPACE);
  }

  /** Returns what a token says, or empty if that is no text. */
  abstract Optional<Piece> read(String token);

  private static Optional<Piece> marked(String token, String mark) {
    boolean begins = token.startsWith(mark);
    String text = begins ? token.substring(mark.length()) : token;
    boolean isText =
        !text.isEmpty()
            && text.codePoints()
                .noneMatch(
                    point ->
                        Character.isWhitespace(point)
                            || Character.isSpaceChar(point)
                            || Character.isISOControl(point)
                            || point == 0x2581
                            || point == 0xfffd);
    return isText ? Optional.of(new Piece(text, begins)) : Optional.empty();
  }

  /** Returns the byte that a char stands for, or −1: bytes that print as they are do so. */
  private static int byteOf(char letter) {
    if (letter < 0x100) {
      return isPrinted(letter) ? letter : -1;
    }
    int moved = letter - 0x100;
    if (moved >= MOVED_BYTES) {
      return -1;
    }
    for (int value = 0; value < 0x100; value++) {
      if (!isPrinted(value) && moved-- == 0) {
        return value;
      }
    }
    return -1;
  }

  private static boolean isPrinted(int value) {
    return (value >= '!' && value <= '~')
        || (value >= 0xa1 && value <= 0xac)
        || (value >= 0xae && value <= 0xff);
  }
}
