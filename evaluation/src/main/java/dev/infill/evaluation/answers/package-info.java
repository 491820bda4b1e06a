/** The answers of several ways to fill blanks with one model, compared by what was written. */
@NullMarked
package dev.infill.evaluation.answers;

import org.jspecify.annotations.NullMarked;
