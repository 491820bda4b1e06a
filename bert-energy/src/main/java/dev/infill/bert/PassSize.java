package dev.infill.bert;

import dev.infill.bert.runtime.Device;

/**
 * How much enters the model at once.
 *
 * @param forwardPieces the most pieces of a pass without gradient, of all its sequences together
 * @param backwardPieces the same with gradient, where the activations of all layers are kept for
 *     the way back
 * @param positions the most positions that a pass is asked at: the logits of the whole vocabulary
 *     cross into the memory of Java for each
 * @param gradientPositions the same with gradient, where cross terms double the numbers
 */
record PassSize(int forwardPieces, int backwardPieces, int positions, int gradientPositions) {
  /**
   * Enough for the matrix products to reach their speed on a processor, few enough for the
   * activations of BERT-base to stay at some tens of megabytes.
   */
  static final PassSize CPU = new PassSize(2048, 400, 2048, 2048);

  /**
   * A card's products gain from more rows, and each pass has a start and copies to wait for. Sized
   * for BERT-base in 4 GB: about 60 kB of activations a piece, 1 MB with those of all layers kept.
   * Not measured.
   */
  static final PassSize CUDA = new PassSize(16_384, 2048, 1024, 1024);

  /** The most bytes of logits that enter the memory of Java at once. */
  private static final int CPU_LOGITS = 32 << 20;

  private static final int CUDA_LOGITS = 128 << 20;

  /** The same with gradient, where cross terms enter too: no pass hands over more than 128 MB. */
  private static final int GRADIENT_LOGITS = 64 << 20;

  /**
   * Returns the size that suits a device.
   *
   * @param vocabularySize how many logits each position has
   */
  static PassSize of(Device device, int vocabularySize) {
    return device == Device.CPU
        ? CPU.withLogits(CPU_LOGITS, vocabularySize)
        : CUDA.withLogits(CUDA_LOGITS, vocabularySize);
  }

  /** Returns the size of passes of one sequence each. */
  PassSize ofOneSequence() {
    return new PassSize(1, 1, positions, gradientPositions);
  }

  private PassSize withLogits(int bytes, int vocabularySize) {
    int fitting = fitting(bytes, vocabularySize);
    int withGradient = Math.min(fitting, fitting(GRADIENT_LOGITS, vocabularySize));
    return new PassSize(
        forwardPieces,
        backwardPieces,
        Math.min(positions, fitting),
        Math.min(gradientPositions, withGradient));
  }

  private static int fitting(int bytes, int vocabularySize) {
    return Math.max(1, bytes / Float.BYTES / vocabularySize);
  }

  /**
   * Returns the number of sequences of a pass without gradient, at least 1.
   *
   * @param asked the positions that each is asked at
   */
  int forwardSequences(int length, int asked) {
    return sequences(forwardPieces, positions, length, asked);
  }

  /**
   * Returns the number of sequences of a pass with gradient, at least 1.
   *
   * @param asked the positions that each is asked at
   */
  int backwardSequences(int length, int asked) {
    return sequences(backwardPieces, gradientPositions, length, asked);
  }

  private static int sequences(int pieces, int positions, int length, int asked) {
    return Math.max(1, Math.min(pieces / length, positions / asked));
  }
}
