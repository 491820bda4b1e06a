/** {@code infill evaluate}: metrics, and the infilling experiment. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.evaluate;
