package dev.infill.core.fill;

import dev.infill.core.diagnostics.Reliability;
import java.util.OptionalDouble;

/**
 * What a list of fillings can be relied on for.
 *
 * @param reliability whether its probabilities are right to about 5 % of their size
 * @param certain how many of the first fillings are certainly the most probable ones, in order
 * @param unlisted what the probability of every filling that is not listed certainly is at most, in
 *     [0, 1]; empty where nothing certain is known of it
 * @param text all that in one or two sentences
 */
public record FillVerdict(
    Reliability reliability, int certain, OptionalDouble unlisted, String text) {}
