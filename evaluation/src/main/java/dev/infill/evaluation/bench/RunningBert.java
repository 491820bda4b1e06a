package dev.infill.evaluation.bench;

import dev.infill.bert.runtime.Device;
import dev.infill.bert.runtime.Precision;
import dev.infill.bert.weights.BertConfiguration;

/**
 * What must be known of a model to reckon its matrix products and to measure the machine's speed at
 * them.
 *
 * @param configuration the sizes of the network
 * @param device where it runs: {@code CPU} or {@code CUDA}
 * @param precision what its products are computed in
 * @param threads the threads of one model pass, at least 1
 */
public record RunningBert(
    BertConfiguration configuration, Device device, Precision precision, int threads) {}
