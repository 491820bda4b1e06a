package dev.infill.evaluation.paper;

/**
 * A choice that an experiment was made with, as it is printed.
 *
 * @param name what was chosen, such as {@code mask fraction}
 * @param value the choice
 */
public record Setting(String name, String value) {}
