/** Scores of fills and of sentences that were given. */
@NullMarked
package dev.infill.core.score;

import org.jspecify.annotations.NullMarked;
