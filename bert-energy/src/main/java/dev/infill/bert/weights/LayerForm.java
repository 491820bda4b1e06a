package dev.infill.bert.weights;

import java.util.List;
import java.util.OptionalInt;

/**
 * The form of an encoder's layers and of their input, where it is not BERT's.
 *
 * @param preNorm whether each half of a layer normalises its input, not its output, and one more
 *     normalisation stands behind the last layer
 * @param gated whether a second projection multiplies the activations of feed-forward layers
 * @param rotations for each layer, how positions enter its attention; empty if position embeddings
 *     are added to words instead
 * @param normalizedEmbeddings whether embeddings are normalised; if so, the first attention of
 *     layers with {@code preNorm} reads them as they are
 * @param droppedToken the mask token of a model with token dropout (ESM-2): its embeddings are 0,
 *     and all embeddings of a sequence are multiplied by {@link #KEPT_SHARE} over the share of
 *     other tokens in the sequence; empty without token dropout
 * @param rootMeanSquare whether normalisations divide by the root of the mean square alone, taking
 *     no mean away and adding nothing (Zhang &amp; Sennrich 2019)
 * @param relativeBias whether attention adds a number for each head and distance to its scores, the
 *     same in all layers (MPNet)
 */
public record LayerForm(
    boolean preNorm,
    boolean gated,
    List<Rotation> rotations,
    boolean normalizedEmbeddings,
    OptionalInt droppedToken,
    boolean rootMeanSquare,
    boolean relativeBias) {
  /** Layers of BERT. */
  public static final LayerForm BERT = new LayerForm(false, false, List.of());

  /** Layers of BERT, with a number for each head and distance. */
  public static final LayerForm RELATIVE =
      new LayerForm(false, false, List.of(), true, OptionalInt.empty(), false, true);

  /** The share of tokens that were not masked when models with token dropout were trained. */
  public static final double KEPT_SHARE = 1 - 0.15 * 0.8;

  /** Copies the list. */
  public LayerForm {
    rotations = List.copyOf(rotations);
  }

  /**
   * Describes layers that read normalised embeddings, without token dropout.
   *
   * @param preNorm whether each half of a layer normalises its input
   * @param gated whether a second projection multiplies the activations
   * @param rotations for each layer, how positions enter its attention
   */
  public LayerForm(boolean preNorm, boolean gated, List<Rotation> rotations) {
    this(preNorm, gated, rotations, true, OptionalInt.empty(), false, false);
  }

  /**
   * Returns this form with the values that a model configures.
   *
   * @param rotations for each layer, how positions enter its attention
   * @param droppedToken the mask token of a model with token dropout
   */
  public LayerForm with(List<Rotation> rotations, OptionalInt droppedToken) {
    return new LayerForm(
        preNorm,
        gated,
        rotations,
        normalizedEmbeddings,
        droppedToken,
        rootMeanSquare,
        relativeBias);
  }

  /**
   * Says whether the attention of a layer normalises its input.
   *
   * @param layer from 0 on
   */
  public boolean normalizesBeforeAttention(int layer) {
    return preNorm && (layer > 0 || !normalizedEmbeddings);
  }

  /**
   * Rotary positions of a layer (Su et al. 2021): in queries and keys of D numbers a head, the pair
   * of numbers i and i + D/2 is turned by the angle t·θ^(−2i/D) at position t.
   *
   * @param theta θ, more than 0
   * @param reach how many positions away attention reaches on each side; {@link #EVERYWHERE} if it
   *     has no limit
   */
  public record Rotation(double theta, int reach) {
    /** A reach without limit. */
    public static final int EVERYWHERE = Integer.MAX_VALUE;

    /** Checks the numbers. */
    public Rotation {
      if (!(theta > 0) || Double.isInfinite(theta) || reach < 0) {
        throw new IllegalArgumentException("rotary base %s, reach %d".formatted(theta, reach));
      }
    }
  }
}
