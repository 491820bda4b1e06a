package dev.infill.bert.weights.source;

import dev.infill.bert.weights.BertWeights;
import dev.infill.bert.weights.Parameters;
import dev.infill.bert.weights.Pieces;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.text.BlankedText;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A model for a study: the word vector of its mask token is zero, as it seems to be in the
 * infilling experiment of DISCS (Goshvadi et al. 2023), so that a blank is known by its position
 * alone. Where the decoder is tied to the word embeddings, the logit of the mask token itself
 * becomes its bias; it is no word.
 *
 * @param source the model
 */
public record ZeroMaskSource(WeightsSource source) implements WeightsSource {
  /** What stands before the name of a model that is asked for in this form. */
  public static final String PREFIX = "zero-mask:";

  @Override
  public String name() {
    return PREFIX + source.name();
  }

  @Override
  public Identity identity() throws IOException {
    Identity identity = source.identity();
    // As if it lay in what it is made of.
    return new Identity(identity.location() + "!/" + PREFIX, identity.state());
  }

  @Override
  public BertWeights open(Path scratch, TransferListener progress) throws IOException {
    BertWeights weights = source.open(scratch, progress);
    try {
      if (weights.export().isPresent()) {
        throw new InvalidInputException(
            "model",
            "%s is an export to ONNX: %s is for models that are built here"
                .formatted(source.name(), PREFIX));
      }
      return new BertWeights(
          PREFIX + weights.name(),
          weights.family(),
          weights.configuration(),
          weights.export(),
          weights.pieces(),
          new ZeroMaskParameters(weights.parameters(), mask(weights.pieces())));
    } catch (RuntimeException e) {
      weights.close();
      throw e;
    }
  }

  private int mask(Pieces pieces) {
    int mask =
        pieces
            .tokenizer()
            .map(tokenizer -> tokenizer.mask().id())
            .orElseGet(() -> pieces.vocabulary().indexOf(BlankedText.MASK));
    if (mask < 0) {
      throw new InvalidInputException(
          "model", "%s has no token %s".formatted(source.name(), BlankedText.MASK));
    }
    return mask;
  }

  /**
   * The parameters.
   *
   * @param mask the token whose word vector is zero
   */
  private record ZeroMaskParameters(Parameters parameters, int mask) implements Parameters {
    @Override
    public Set<String> names() {
      return parameters.names();
    }

    @Override
    public List<Long> shape(String parameter) {
      return parameters.shape(parameter);
    }

    @Override
    public FloatBuffer read(String parameter) throws IOException {
      FloatBuffer values = parameters.read(parameter);
      if (!parameter.equals(WORD_EMBEDDINGS)) {
        return values;
      }
      FloatBuffer copy = FloatBuffer.allocate(values.remaining()).put(values).flip();
      int width = Math.toIntExact(shape(parameter).get(1));
      copy.put(mask * width, new float[width]);
      return copy;
    }

    @Override
    public void close() throws IOException {
      parameters.close();
    }
  }
}
