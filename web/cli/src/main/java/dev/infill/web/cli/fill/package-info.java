/**
 * {@code infill fill}, {@code sample}, {@code protein} and {@code score}, with their reports and
 * traces.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.fill;
