package dev.infill.corpora;

/**
 * A line of a file.
 *
 * @param number its number, counted from 1
 * @param text what is on it, without its end
 */
record Line(long number, String text) {}
