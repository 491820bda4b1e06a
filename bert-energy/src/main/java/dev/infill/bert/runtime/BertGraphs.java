package dev.infill.bert.runtime;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The graphs of one masked language model for one kind of device.
 *
 * @param conditionals the graph that gives logits
 * @param gradients those that the model's derivatives stand in, if there are any
 */
public record BertGraphs(Path conditionals, Optional<OfGradients> gradients) {
  /**
   * The graphs of derivatives, and of what is between fillings.
   *
   * @param gradient the graph that gives logits and cross terms
   * @param relaxedConditionals the graph that gives logits where blanks hold mixtures of tokens
   * @param relaxedGradient the graph that gives cross terms there as well
   */
  public record OfGradients(Path gradient, Path relaxedConditionals, Path relaxedGradient) {}
}
