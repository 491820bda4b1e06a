package dev.infill.bert.weights;

import java.io.Closeable;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Set;

/**
 * The parameters of one masked language model. They are read one at a time.
 *
 * <p>They go by the names of Google's TensorFlow checkpoints, without a leading {@code module/}:
 * {@code bert/embeddings/word_embeddings} [V, H], {@code
 * bert/encoder/layer_0/attention/self/query/kernel} [in, out] and {@code …/bias} [out], {@code
 * …/LayerNorm/gamma} and {@code beta}, {@code cls/predictions/transform/dense/kernel}, {@code
 * cls/predictions/output_bias} [V]. Where an {@link Architecture} has more than BERT, there is also
 * {@code bert/embeddings_project/kernel} [E, H] with its bias, and {@code cls/predictions/decoder}
 * [V, E] unless the decoder is tied to the word embeddings. Where its {@link LayerForm} is not
 * BERT's, there are {@code …/intermediate/gate/kernel} [in, out] with its bias, and normalisations
 * {@code …/attention/LayerNorm}, {@code …/intermediate/LayerNorm} and {@code
 * bert/encoder/LayerNorm} in place of those behind each half of a layer, or {@link #RELATIVE_BIAS}.
 * Those of an {@linkplain OnnxExport export} go by the names of its file.
 */
public interface Parameters extends Closeable {
  /** The name of the matrix [V, E] with a row for each token. */
  String WORD_EMBEDDINGS = "bert/embeddings/word_embeddings";

  /** The name of the decoder's matrix [V, E], where it is not tied to the word embeddings. */
  String DECODER = "cls/predictions/decoder";

  /** The name of the decoder's bias [V]. */
  String OUTPUT_BIAS = "cls/predictions/output_bias";

  /**
   * The name of the matrix [2 P − 1, heads] of the numbers that attention adds for each head and
   * distance, where P is the most positions: row d + P − 1 belongs to the piece that stands d
   * positions behind the piece that asks.
   */
  String RELATIVE_BIAS = "bert/encoder/relative_attention_bias";

  /** Returns the names of all of them. */
  Set<String> names();

  /**
   * Returns the shape of one.
   *
   * @param parameter one of {@link #names()}
   */
  List<Long> shape(String parameter);

  /**
   * Reads one, row-major.
   *
   * @param parameter one of {@link #names()}
   * @throws IOException if it cannot be read
   */
  FloatBuffer read(String parameter) throws IOException;
}
