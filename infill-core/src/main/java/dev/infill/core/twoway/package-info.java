/**
 * The two-way chain rule: the most probable fillings by a search with a certificate, and their
 * probabilities by independent weighted draws.
 */
@NullMarked
package dev.infill.core.twoway;

import org.jspecify.annotations.NullMarked;
