package dev.infill.bert.weights;

import java.io.Closeable;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The parameters, sizes and vocabulary of one masked language model.
 *
 * <p>Parameters go by the names of Google's TensorFlow checkpoints, without a leading {@code
 * module/}: {@code bert/embeddings/word_embeddings} [V, H], {@code
 * bert/encoder/layer_0/attention/self/query/kernel} [in, out] and {@code …/bias} [out], {@code
 * …/LayerNorm/gamma} and {@code beta}, {@code cls/predictions/transform/dense/kernel}, {@code
 * cls/predictions/output_bias} [V]. Where an {@link Architecture} has more than BERT, there is also
 * {@code bert/embeddings_project/kernel} [E, H] with its bias, and {@code cls/predictions/decoder}
 * [V, E] unless the decoder is tied to the word embeddings. Those of an {@linkplain #export()
 * export} go by the names of its file.
 */
public interface BertWeights extends Closeable {
  /** Returns where the weights come from, for people. */
  String name();

  /** Returns what the model says of itself. */
  ModelCard card();

  /** Returns the sizes: a {@link BertConfiguration}, unless there is an {@link #export()}. */
  NetworkSizes configuration();

  /** Returns the network if it is given as a graph, and not by its sizes. */
  default Optional<OnnxExport> export() {
    return Optional.empty();
  }

  /**
   * Returns the word pieces in order of their ids, as the {@linkplain #tokenizer() tokenizer}
   * spells them if there is one.
   */
  List<String> vocabulary();

  /** Says whether upper case and accents are removed before a text is cut into pieces. */
  boolean lowerCase();

  /** Returns the model's tokenizer; empty for BERT's word pieces, which need no more than these. */
  default Optional<TokenizerFile> tokenizer() {
    return Optional.empty();
  }

  /** Returns the names of all parameters. */
  Set<String> parameters();

  /**
   * Returns the shape of a parameter.
   *
   * @param parameter one of {@link #parameters()}
   */
  List<Long> shape(String parameter);

  /**
   * Reads a parameter, row-major.
   *
   * @param parameter one of {@link #parameters()}
   * @throws IOException if it cannot be read
   */
  FloatBuffer read(String parameter) throws IOException;
}
