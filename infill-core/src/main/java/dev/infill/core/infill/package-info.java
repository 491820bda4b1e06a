/**
 * Text in, candidates out: the API that most users need, {@link dev.infill.core.infill.Infiller}.
 *
 * <p>May use every other package of the core.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.core.infill;
