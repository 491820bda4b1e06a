package dev.infill.bert.weights;

import dev.infill.bert.weights.tokenizer.TokenizerFile;
import java.util.List;
import java.util.Optional;

/**
 * The pieces that a model's texts are cut into.
 *
 * @param vocabulary the pieces in order of their ids, as the tokenizer's file spells them if there
 *     is one
 * @param lowerCase whether upper case and accents are removed before word pieces are cut
 * @param tokenizer the model's tokenizer; empty for BERT's word pieces, which need no more than
 *     these
 */
public record Pieces(
    List<String> vocabulary, boolean lowerCase, Optional<TokenizerFile> tokenizer) {
  /** Copies the list. */
  public Pieces {
    vocabulary = List.copyOf(vocabulary);
  }
}
