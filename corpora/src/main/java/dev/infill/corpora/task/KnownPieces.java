package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;

/** Accepts the sentences that a tokenizer can cut into pieces that its model knows. */
public final class KnownPieces implements Predicate<List<String>> {
  private static final String UNKNOWN = "[UNK]";

  private final Function<BlankedText, TokenizedText> tokenizer;
  private final OptionalInt unknown;

  /**
   * Creates the predicate.
   *
   * @param tokenizer such as {@code model::tokenize}
   * @param vocabulary the pieces that it gives
   */
  public KnownPieces(Function<BlankedText, TokenizedText> tokenizer, Vocabulary vocabulary) {
    this.tokenizer = tokenizer;
    this.unknown = vocabulary.unknown();
  }

  /**
   * Says whether no word is {@code [UNK]}, every piece of the sentence is known, and there are no
   * more than the model reads.
   *
   * @param words the words of the sentence
   */
  @Override
  public boolean test(List<String> words) {
    if (words.stream().anyMatch(KnownPieces::isUnknown)) {
      return false;
    }
    TokenizedText text;
    try {
      text = tokenizer.apply(new BlankedText(String.join(" ", words), List.of()));
    } catch (InvalidInputException e) {
      // The one input that a tokenizer refuses is a text of more pieces than its model reads.
      return false;
    }
    return unknown.isEmpty()
        || Arrays.stream(text.pieces()).noneMatch(piece -> piece == unknown.getAsInt());
  }

  /** Says whether a word stands for one that its corpus did not keep; a tokenizer cannot tell. */
  static boolean isUnknown(String word) {
    return word.equalsIgnoreCase(UNKNOWN);
  }
}
