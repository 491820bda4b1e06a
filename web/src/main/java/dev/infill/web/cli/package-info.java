/**
 * The {@code infill} command line: options, input, output, progress, interrupts and exit codes. May
 * use {@code dev.infill.core} and the other packages of the application.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli;
