/** Fillings that chains draw, and what their draws tell. */
@NullMarked
package dev.infill.core.sample;

import org.jspecify.annotations.NullMarked;
