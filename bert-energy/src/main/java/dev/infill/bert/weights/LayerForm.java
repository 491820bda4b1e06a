package dev.infill.bert.weights;

import java.util.List;

/**
 * How the layers of an encoder are built where they are not BERT's.
 *
 * @param preNorm whether each half of a layer normalises what it reads, not what it gives, and
 *     there is one more normalisation behind the last layer; the first attention reads the
 *     embeddings, which are normalised already, as they are
 * @param gated whether a second projection multiplies the activations of feed-forward layers
 * @param rotations for each layer, how positions enter its attention; empty if position embeddings
 *     are added to words instead
 */
public record LayerForm(boolean preNorm, boolean gated, List<Rotation> rotations) {
  /** Layers of BERT. */
  public static final LayerForm BERT = new LayerForm(false, false, List.of());

  /** Copies the list. */
  public LayerForm {
    rotations = List.copyOf(rotations);
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
