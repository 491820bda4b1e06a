/** Energies that are tables, small text models, and tests of the energies of the lab. */
@org.jspecify.annotations.NullMarked
package dev.infill.core.lab;
