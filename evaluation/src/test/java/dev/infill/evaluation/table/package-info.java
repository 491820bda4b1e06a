@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.table;
