/** {@code infill serve}. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.serve;
