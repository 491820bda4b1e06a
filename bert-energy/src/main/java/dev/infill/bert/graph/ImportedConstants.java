package dev.infill.bert.graph;

import dev.infill.bert.graph.Imported.Integers;
import dev.infill.bert.graph.Imported.Uniform;
import dev.infill.bert.weights.OnnxTensor;
import java.util.ArrayList;
import java.util.List;

/** Reads the constants of exported graphs. */
final class ImportedConstants {
  /** Graphs hold masks and positions of texts as constants, which have fewer elements. */
  private static final int MOST_INTEGERS = 1 << 16;

  private ImportedConstants() {}

  /**
   * Returns a constant.
   *
   * @param tensor integers, truth values, or a single real number
   */
  static Imported of(OnnxTensor tensor) {
    Shape shape = Shape.of(tensor.shape());
    if (tensor.isReal() && tensor.elements() <= 1) {
      return new Uniform(ElementType.FLOAT, shape, tensor.elements() == 0 ? 0 : tensor.real(0));
    }
    if (!tensor.isIntegral() || tensor.elements() > MOST_INTEGERS) {
      throw new IllegalArgumentException(
          "a constant of %d numbers of the format %s".formatted(tensor.elements(), tensor.type()));
    }
    List<SymbolicInteger> elements = new ArrayList<>();
    for (int i = 0; i < tensor.elements(); i++) {
      elements.add(SymbolicInteger.of(tensor.integer(i)));
    }
    return new Integers(ElementTypes.of(tensor.type().getNumber()), shape, elements);
  }
}
