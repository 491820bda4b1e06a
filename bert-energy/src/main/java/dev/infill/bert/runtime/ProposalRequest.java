package dev.infill.bert.runtime;

/**
 * What is drawn at the R = N·P asked positions of a {@link SequenceBatch} from the discrete
 * Langevin proposal with the own term and the balancing function g(t) = t^β, over the tokens
 * allowed there: q(v) ∝ exp(β (log f(v) − log f(current)) − 1[v ≠ current] / α). The arrays are not
 * copied and must not be changed while the request is used.
 *
 * @param current R tokens, those that stand at the positions
 * @param given R tokens whose log q is asked for, such as those of a way back
 * @param allowed G × V, row-major: 1 for the tokens that a set allows, 0 for others
 * @param allowedSet R numbers of sets, from 0 to below G
 * @param stepSize α, positive and finite
 * @param exponent β, from ½ to 1
 * @param uniforms R × K numbers from 0 to below 1, row-major
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on to ONNX Runtime; nobody compares requests.
public record ProposalRequest(
    long[] current,
    long[] given,
    float[] allowed,
    long[] allowedSet,
    double stepSize,
    double exponent,
    double[] uniforms) {
  /** Checks the numbers. */
  public ProposalRequest {
    int rows = current.length;
    if (given.length != rows
        || allowedSet.length != rows
        || rows == 0
        || uniforms.length == 0
        || uniforms.length % rows != 0) {
      throw new IllegalArgumentException(
          "%d current, %d given tokens, %d sets and %d uniforms"
              .formatted(rows, given.length, allowedSet.length, uniforms.length));
    }
    if (!(stepSize > 0 && Double.isFinite(stepSize)) || !(exponent >= 0.5 && exponent <= 1)) {
      throw new IllegalArgumentException("step size " + stepSize + ", exponent " + exponent);
    }
  }

  /** Returns K, how many tokens are drawn at each position. */
  int draws() {
    return uniforms.length / current.length;
  }
}
