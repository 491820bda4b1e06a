package dev.infill.bert.graph.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * An extent of a tensor: a constant, a named symbol, or a product of both.
 *
 * <p>Two dimensions are equal whenever their extents are equal at every run, so whether shapes
 * match or broadcast is decided while a graph is built.
 *
 * @param factor the constant factor, at least 0
 * @param symbols the symbols that multiply it, in alphabetical order
 */
public record Dimension(long factor, List<String> symbols) {
  public static final Dimension ONE = of(1);

  public Dimension {
    if (factor < 0) {
      throw new IllegalArgumentException("a dimension cannot be negative: " + factor);
    }
    symbols = symbols.stream().sorted().toList();
  }

  public static Dimension of(long extent) {
    return new Dimension(extent, List.of());
  }

  public static Dimension named(String symbol) {
    return new Dimension(1, List.of(symbol));
  }

  public Dimension times(Dimension other) {
    List<String> all = new ArrayList<>(symbols);
    all.addAll(other.symbols);
    return new Dimension(Math.multiplyExact(factor, other.factor), all);
  }

  public boolean isConstant() {
    return symbols.isEmpty();
  }

  /** Writes the dimension as a product, such as {@code 12·N}. */
  @Override
  public String toString() {
    String product = String.join("·", symbols);
    if (isConstant()) {
      return Long.toString(factor);
    }
    return factor == 1 ? product : factor + "·" + product;
  }
}
