/** What experiments are given by their users, read from files: images, and tables of numbers. */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.lab.data;
