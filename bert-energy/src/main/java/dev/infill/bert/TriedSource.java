package dev.infill.bert;

import dev.infill.bert.tokenizer.TokenizerTrial;
import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A model whose own tokenizer is tried when it is opened.
 *
 * @param notice told, in one line, if it cannot be tried
 */
record TriedSource(WeightsSource source, TokenizerTrial trial, Consumer<String> notice)
    implements WeightsSource {
  @Override
  public String name() {
    return source.name();
  }

  @Override
  public Identity identity() throws IOException {
    return source.identity();
  }

  @Override
  public BertWeights open(Path scratch, TransferListener progress) throws IOException {
    BertWeights weights = source.open(scratch, progress);
    try {
      if (weights.pieces().tokenizer().isPresent()) {
        tryOut(weights.pieces().tokenizer().get(), scratch);
      }
      return weights;
    } catch (IOException | RuntimeException e) {
      weights.close();
      throw e;
    }
  }

  private void tryOut(TokenizerFile tokenizer, Path scratch) throws IOException {
    try {
      trial
          .run(tokenizer, scratch)
          .ifPresent(
              reason ->
                  notice.accept(
                      "the tokenizer of %s was not tried in a process of its own: %s"
                          .formatted(source.name(), reason)));
    } catch (InvalidInputException e) {
      throw new InvalidInputException(
          e.field(), "model %s: %s".formatted(source.name(), e.getMessage()), e);
    }
  }
}
