@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.paper;
