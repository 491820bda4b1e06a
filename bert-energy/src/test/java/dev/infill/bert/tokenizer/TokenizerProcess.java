package dev.infill.bert.tokenizer;

import dev.infill.bert.runtime.RuntimeFailureException;
import dev.infill.bert.weights.tokenizer.ListedTokenizer;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.text.BlankedText;
import java.io.IOException;
import java.util.List;

/** A process of its own that makes a tokenizer, and says on its standard output what came of it. */
final class TokenizerProcess {
  private TokenizerProcess() {}

  /** Runs. */
  public static void main(String[] arguments) throws IOException {
    List<String> pieces = List.of("[UNK]", "[CLS]", "[SEP]", "[MASK]");
    TokenizerFile file = ListedTokenizer.ofWordPieces(pieces, true, pieces.size());
    try (PieceTokenizer tokenizer = PieceTokenizer.of(file, 8)) {
      System.out.println(tokenizer.tokenize(BlankedText.parse("[MASK]")).length());
      System.out.println("offline " + System.getProperty("ai.djl.offline"));
    } catch (RuntimeFailureException e) {
      System.out.println(e.getMessage());
    }
  }
}
