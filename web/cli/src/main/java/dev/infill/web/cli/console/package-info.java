/**
 * What commands talk to: standard streams, progress, interrupts, exit codes; how text is laid out
 * on a terminal.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.console;
