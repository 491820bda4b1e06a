/** The program of {@code docs/energy.md}. */
@org.jspecify.annotations.NullMarked
package dev.infill.examples;
