package dev.infill.bert.weights;

import java.util.Optional;

/**
 * What a model says of itself beside its parameters.
 *
 * @param family which kind of model it is, for people: {@code BERT}, {@code RoBERTa}, …; {@code
 *     ONNX graph} for an export
 * @param license its licence, as its source words it; empty if that says nothing
 */
public record ModelCard(String family, Optional<String> license) {}
