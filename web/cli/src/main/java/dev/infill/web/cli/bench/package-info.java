/** {@code infill bench}: times of steps and jobs. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.bench;
