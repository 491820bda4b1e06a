/** {@code infill model}: the compiled models. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.model;
