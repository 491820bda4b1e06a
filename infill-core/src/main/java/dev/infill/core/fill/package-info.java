/** The most probable fillings of a text, and how probable they are. */
@NullMarked
package dev.infill.core.fill;

import org.jspecify.annotations.NullMarked;
