package dev.infill.bert.store;

import java.util.Map;
import java.util.Optional;

/**
 * The graphs of a model.
 *
 * @param files the content of each graph by its file name
 * @param limitation why there are none of gradients, in one line; empty if there are
 */
public record CompiledGraphs(Map<String, byte[]> files, Optional<String> limitation) {
  /** Copies the map. */
  public CompiledGraphs {
    files = Map.copyOf(files);
  }
}
