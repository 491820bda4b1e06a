/**
 * The {@code infill} command line: all its commands, the exit codes of what fails, the main class.
 * The packages below hold the commands of one group each, and do not use each other; they share
 * {@code console} and {@code option}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli;
