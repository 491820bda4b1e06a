package dev.infill.core.task;

/**
 * What a term that is added to the energy is at a filling.
 *
 * @param name what the term is called
 * @param weight λ
 * @param value V of the filled text, in nats; a finite number
 */
public record TermValue(String name, double weight, double value) {}
