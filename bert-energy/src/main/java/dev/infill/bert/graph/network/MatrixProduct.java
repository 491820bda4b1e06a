package dev.infill.bert.graph.network;

/**
 * Equal matrix products, [rows, inner] × [inner, columns] each.
 *
 * @param count how many there are
 * @param rows rows of the first matrix, and of the product
 * @param inner columns of the first matrix, and rows of the second
 * @param columns columns of the second matrix, and of the product
 */
public record MatrixProduct(long count, long rows, long inner, long columns) {
  /** Checks that there is something to multiply. */
  public MatrixProduct {
    if (count < 1 || rows < 1 || inner < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "%d products of [%d, %d] × [%d, %d]".formatted(count, rows, inner, inner, columns));
    }
  }

  /** Returns how many additions and multiplications they take together. */
  public double flops() {
    return 2.0 * count * rows * inner * columns;
  }
}
