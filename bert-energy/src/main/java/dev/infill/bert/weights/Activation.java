package dev.infill.bert.weights;

/** A non-linear function between two matrix products, applied to each number. */
public enum Activation {
  /** The Gaussian error linear unit x Φ(x) (Hendrycks &amp; Gimpel 2016). */
  GELU,
  /** Its approximation ½ x (1 + tanh(√(2/π) (x + 0.044715 x³))), from the same paper. */
  TANH_GELU,
  /** The rectified linear unit max(x, 0). */
  RELU,
  /** The sigmoid linear unit x / (1 + exp(−x)), also called Swish. */
  SILU
}
