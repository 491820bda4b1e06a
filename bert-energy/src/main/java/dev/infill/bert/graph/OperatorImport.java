package dev.infill.bert.graph;

import java.util.List;

/** Rebuilds a node of an exported graph. */
@FunctionalInterface
interface OperatorImport {
  /**
   * Returns its outputs, those that are given.
   *
   * @throws IllegalArgumentException if that is not supported; the message says what
   */
  List<Imported> of(ImportedNode node);

  /** Returns the import of an operator of one output. */
  static OperatorImport single(Single single) {
    return node -> List.of(single.of(node));
  }

  /** As {@link OperatorImport}, of one output. */
  @FunctionalInterface
  interface Single {
    Imported of(ImportedNode node);
  }
}
