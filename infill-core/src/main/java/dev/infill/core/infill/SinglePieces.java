package dev.infill.core.infill;

import dev.infill.core.Excerpt;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.core.text.Vocabulary.TokenClass;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the one word piece that a word is: the token that the vocabulary spells so, else the only
 * piece that the model's tokenizer makes of it ("Given" is "given" for an uncased model).
 *
 * @param model the model whose pieces are meant
 */
public record SinglePieces(MaskedLanguageModel model) {

  /**
   * Returns the id of the piece.
   *
   * @param field the input that the word comes from
   * @param role what the word is there for, such as {@code "allowed in blank 2"}
   * @param word the word as its user wrote it
   * @throws InvalidInputException if the word is not one piece
   */
  public int require(String field, String role, String word) {
    return model.vocabulary().id(word).orElseGet(() -> tokenize(field, role, word));
  }

  private int tokenize(String field, String role, String word) {
    Vocabulary vocabulary = model.vocabulary();
    TokenizedText tokenized = pieces(field, role, word);
    // The first and the last piece are [CLS] and [SEP].
    int[] pieces = IntStream.range(1, tokenized.length() - 1).map(tokenized::piece).toArray();
    if (pieces.length == 1 && vocabulary.classOf(pieces[0]) == TokenClass.WORD) {
      return pieces[0];
    }
    throw refused(field, role, word, whatItIs(pieces));
  }

  private TokenizedText pieces(String field, String role, String word) {
    if (word.contains(BlankedText.MASK)) {
      // A tokenizer would find a blank that nobody has listed.
      throw refused(field, role, word, "holds " + BlankedText.MASK + ", which is a blank");
    }
    try {
      // The space before it makes a word of it where tokenizers tell words by their spaces.
      return model.tokenize(new BlankedText(" " + word, List.of()));
    } catch (InvalidInputException e) {
      // It is not the text that is too long.
      throw refused(field, role, word, "is longer than a text may be");
    }
  }

  private static InvalidInputException refused(
      String field, String role, String word, String reason) {
    return new InvalidInputException(
        field,
        "'%s', %s, %s; a blank holds one piece: name words of the model's vocabulary"
            .formatted(Excerpt.of(word), role, reason));
  }

  private String whatItIs(int[] pieces) {
    if (pieces.length == 0) {
      return "is no word";
    }
    if (pieces.length == 1) {
      return "is unknown to the model";
    }
    String spelled =
        IntStream.of(pieces).mapToObj(model.vocabulary()::token).collect(Collectors.joining(" "));
    return "is " + pieces.length + " word pieces (" + Excerpt.of(spelled) + ")";
  }
}
