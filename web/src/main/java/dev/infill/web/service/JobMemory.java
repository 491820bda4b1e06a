package dev.infill.web.service;

/**
 * How many bytes of Java's heap a job takes at most, as estimated.
 *
 * @param waiting while it waits
 * @param running while it runs
 * @param answered from its end until its answer is written
 */
record JobMemory(long waiting, long running, long answered) {}
