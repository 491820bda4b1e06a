/**
 * {@code infill fill}, {@code infill protein} and {@code infill score}, with their reports and
 * traces.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.fill;
