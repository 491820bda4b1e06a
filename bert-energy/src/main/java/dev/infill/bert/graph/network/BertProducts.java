package dev.infill.bert.graph.network;

import dev.infill.bert.weights.BertConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The matrix products that the answers of {@link BertGraph} take, whatever computes them: what is
 * left of a model pass when everything else costs nothing.
 *
 * <p>N sequences of T pieces each, asked at P positions each. The last layer is needed at the asked
 * positions only, but for its keys and values; so are the head and the projection onto the
 * vocabulary. The way back from the objective to the word embeddings takes each product with a
 * weight once more (the weights are constants), and each product of attention, both of whose
 * factors vary, twice more.
 */
public final class BertProducts {
  private final BertConfiguration configuration;
  private final long sequences;
  private final long length;
  private final long asked;

  private BertProducts(BertConfiguration configuration, long sequences, long length, long asked) {
    this.configuration = configuration;
    this.sequences = sequences;
    this.length = length;
    this.asked = asked;
  }

  /**
   * Returns the products of {@link BertGraph.Kind#CONDITIONALS}.
   *
   * @param configuration the sizes
   * @param sequences N
   * @param length T
   * @param asked P
   */
  public static List<MatrixProduct> conditionals(
      BertConfiguration configuration, long sequences, long length, long asked) {
    BertProducts products = new BertProducts(configuration, sequences, length, asked);
    return Stream.concat(products.withWeights().stream(), products.attention().stream()).toList();
  }

  /**
   * Returns the products of {@link BertGraph.Kind#GRADIENT}.
   *
   * @param configuration the sizes
   * @param states C; N = C·S
   * @param sequencesPerState S
   * @param blanks m
   * @param length T
   * @param asked P
   */
  public static List<MatrixProduct> gradient(
      BertConfiguration configuration,
      long states,
      long sequencesPerState,
      long blanks,
      long length,
      long asked) {
    BertProducts products =
        new BertProducts(configuration, states * sequencesPerState, length, asked);
    List<MatrixProduct> all = new ArrayList<>(products.withWeights());
    all.addAll(products.attention());
    products.withWeights().forEach(product -> all.add(back(product)));
    for (MatrixProduct product : products.attention()) {
      all.add(back(product));
      all.add(backToSecond(product));
    }
    all.add(
        new MatrixProduct(
            1,
            states * blanks,
            configuration.architecture().embeddingSize(),
            configuration.vocabularySize()));
    return List.copyOf(all);
  }

  /**
   * Returns the products with weights of one encoder layer: query, key, value and output have one
   * shape, the two halves of the feed-forward part have theirs.
   *
   * @param configuration the sizes
   * @param rows how many pieces there are
   */
  public static List<MatrixProduct> layer(BertConfiguration configuration, long rows) {
    long hidden = configuration.hiddenSize();
    long intermediate = configuration.intermediateSize();
    return List.of(
        new MatrixProduct(4, rows, hidden, hidden),
        new MatrixProduct(1, rows, hidden, intermediate),
        new MatrixProduct(1, rows, intermediate, hidden));
  }

  /** The gradient with respect to the first factor: that of the product times the second one. */
  private static MatrixProduct back(MatrixProduct product) {
    return new MatrixProduct(
        product.count(),
        product.rows(),
        /* inner= */ product.columns(),
        /* columns= */ product.inner());
  }

  /** The gradient with respect to the second factor: the first one times that of the product. */
  private static MatrixProduct backToSecond(MatrixProduct product) {
    return new MatrixProduct(
        product.count(),
        /* rows= */ product.inner(),
        /* inner= */ product.rows(),
        product.columns());
  }

  private List<MatrixProduct> withWeights() {
    long hidden = configuration.hiddenSize();
    long embedding = configuration.architecture().embeddingSize();
    long intermediate = configuration.intermediateSize();
    long projections = configuration.architecture().layerForm().gated() ? 2 : 1;
    long full = configuration.layers() - 1L;
    long rows = sequences * length;
    long askedRows = sequences * asked;
    List<MatrixProduct> products = new ArrayList<>();
    if (full > 0) {
      // Query, key, value and output.
      products.add(new MatrixProduct(4 * full, rows, hidden, hidden));
      products.add(new MatrixProduct(projections * full, rows, hidden, intermediate));
      products.add(new MatrixProduct(full, rows, intermediate, hidden));
    }
    // The last layer's key and value; then its query and output, and the head's transform.
    boolean transforms = configuration.architecture().headActivation().isPresent();
    products.add(new MatrixProduct(2, rows, hidden, hidden));
    products.add(
        new MatrixProduct(transforms && embedding == hidden ? 3 : 2, askedRows, hidden, hidden));
    if (transforms && embedding != hidden) {
      products.add(new MatrixProduct(1, askedRows, hidden, embedding));
    }
    products.add(new MatrixProduct(projections, askedRows, hidden, intermediate));
    products.add(new MatrixProduct(1, askedRows, intermediate, hidden));
    products.add(new MatrixProduct(1, askedRows, embedding, configuration.vocabularySize()));
    if (configuration.architecture().projectsEmbeddings()) {
      products.add(new MatrixProduct(1, rows, embedding, hidden));
    }
    return products;
  }

  /** Queries times keys, and what attention gives to each piece times values. */
  private List<MatrixProduct> attention() {
    long perHead = configuration.hiddenSize() / configuration.heads();
    long heads = sequences * configuration.heads();
    long full = (configuration.layers() - 1L) * heads;
    List<MatrixProduct> products = new ArrayList<>();
    if (full > 0) {
      products.add(new MatrixProduct(full, length, perHead, length));
      products.add(new MatrixProduct(full, length, length, perHead));
    }
    products.add(new MatrixProduct(heads, asked, perHead, length));
    products.add(new MatrixProduct(heads, asked, length, perHead));
    return products;
  }
}
