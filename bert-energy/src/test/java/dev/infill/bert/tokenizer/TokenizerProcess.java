package dev.infill.bert.tokenizer;

import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.Vocabulary;
import java.util.List;

/** A process of its own that makes a tokenizer, and says on its standard output what came of it. */
final class TokenizerProcess {
  private TokenizerProcess() {}

  /** Runs. */
  public static void main(String[] arguments) {
    Vocabulary vocabulary = new Vocabulary(List.of("[UNK]", "[CLS]", "[SEP]", "[MASK]"));
    try (PieceTokenizer tokenizer = PieceTokenizer.ofWordPieces(vocabulary, true, 8)) {
      System.out.println(tokenizer.tokenize(BlankedText.parse("[MASK]")).length());
      System.out.println("offline " + System.getProperty("ai.djl.offline"));
    } catch (RuntimeFailureException e) {
      System.out.println(e.getMessage());
    }
  }
}
