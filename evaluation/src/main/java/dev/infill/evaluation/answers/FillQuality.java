package dev.infill.evaluation.answers;

import java.util.OptionalLong;

/**
 * How well {@code fill} answered to one text.
 *
 * @param reliable whether its probabilities are exact, or right to about 5 % of their size
 * @param certainAfter after how many model passes its list was certainly that of the most probable
 *     fillings; empty where it was not at the end
 */
public record FillQuality(boolean reliable, OptionalLong certainAfter) {}
