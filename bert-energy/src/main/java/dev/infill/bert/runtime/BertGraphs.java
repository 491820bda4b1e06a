package dev.infill.bert.runtime;

import java.nio.file.Path;

/**
 * The graphs of one BERT for one kind of device.
 *
 * @param conditionals the graph that gives logits
 * @param gradient the graph that gives cross terms as well
 * @param proposals the graph that draws from proposals
 * @param relaxedConditionals the graph that gives logits where blanks hold mixtures of tokens
 * @param relaxedGradient the graph that gives cross terms there as well
 */
public record BertGraphs(
    Path conditionals,
    Path gradient,
    Path proposals,
    Path relaxedConditionals,
    Path relaxedGradient) {}
