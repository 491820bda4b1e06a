/**
 * Tables of figures, and documents with tables, each printed in every form that users read. May use
 * {@code statistics}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.table;
