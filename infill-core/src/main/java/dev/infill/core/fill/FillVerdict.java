package dev.infill.core.fill;

import dev.infill.core.diagnostics.Reliability;
import java.util.OptionalDouble;

/**
 * What a list of fillings can be relied on for.
 *
 * @param reliability whether its probabilities are right to about 5 % of their size
 * @param certain how many of the first fillings are certainly the most probable ones, in order
 * @param unlisted a certain upper bound of the probability of every filling that is not listed, in
 *     [0, 1]; empty where there is none
 * @param text all that in one or two sentences
 */
public record FillVerdict(
    Reliability reliability, int certain, OptionalDouble unlisted, String text) {}
