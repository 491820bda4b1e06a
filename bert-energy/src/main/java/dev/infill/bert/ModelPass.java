package dev.infill.bert;

/**
 * One run of a model.
 *
 * @param sequences N, how many sequences it took
 * @param length T, the pieces of each
 * @param requests how many threads asked for some of them
 * @param seconds how long it took
 */
public record ModelPass(int sequences, int length, int requests, double seconds) {}
