package dev.infill.core.fill;

import dev.infill.core.diagnostics.Reliability;
import java.util.OptionalDouble;

/**
 * Whether a list of fillings and its probabilities can be relied on.
 *
 * @param reliability whether its probabilities are right to about 5 % of their size
 * @param certain the number of fillings at the front that are certainly the most probable, in order
 * @param unlisted a certain upper bound of the probability of every filling that is not listed, in
 *     [0, 1]; none where nothing certain is known
 * @param text the verdict in one or two sentences
 */
public record FillVerdict(
    Reliability reliability, int certain, OptionalDouble unlisted, String text) {}
