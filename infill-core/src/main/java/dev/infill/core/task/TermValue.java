package dev.infill.core.task;

/**
 * The value of an added term at a filling.
 *
 * @param name the term's name
 * @param weight its weight λ
 * @param value V of the filled text, in nats; a finite number
 */
public record TermValue(String name, double weight, double value) {}
