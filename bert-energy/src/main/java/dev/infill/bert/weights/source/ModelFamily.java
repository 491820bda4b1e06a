package dev.infill.bert.weights.source;

import dev.infill.bert.weights.LayerForm;
import java.util.List;

/**
 * A family of models in Hugging Face's folders: its differences from BERT. The families that are
 * read stand in {@link ModelFamilies}.
 *
 * @param name its name, for people
 * @param types the values of {@code model_type} in its {@code config.json}
 * @param wordPieces whether its tokenizer can be BERT's, for which a list of word pieces is enough
 * @param network the variants of its network
 * @param fields the fields of its {@code config.json}
 * @param tensors the names of its tensors
 */
record ModelFamily(
    String name,
    List<String> types,
    boolean wordPieces,
    Network network,
    FamilyFields fields,
    TensorNames tensors) {
  /** Returns the name with its article, as in "an ESM-2". */
  String one() {
    return (name.matches("A.*|E[A-Z].*|MP.*") ? "an " : "a ") + name;
  }

  /**
   * The variants of a network.
   *
   * @param positions how positions enter it
   * @param layers the form of its layers, without what {@code config.json} says of each layer
   * @param hasHead whether a dense layer stands before the decoder
   * @param alwaysProjects whether embeddings are projected even if they are as wide as the layers
   */
  record Network(Positions positions, LayerForm layers, boolean hasHead, boolean alwaysProjects) {
    /** The network of BERT. */
    static final Network BERT = new Network(Positions.LEARNED, LayerForm.BERT, true, false);
  }

  /** How positions enter a network. */
  enum Positions {
    /** Each position has an embedding, from the first row on. */
    LEARNED,
    /** Each position has an embedding; the first position takes the row after that of padding. */
    LEARNED_AFTER_PADDING,
    /** Queries and keys are turned by their position, in all layers alike. */
    ROTARY,
    /**
     * Queries and keys are turned by their position, in global and local layers by other angles.
     */
    ROTARY_GLOBAL_AND_LOCAL
  }
}
