/** Tests of what experiments come to. */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.summary;
