/** {@code infill batch}. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.batch;
