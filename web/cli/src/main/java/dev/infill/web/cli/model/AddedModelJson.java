package dev.infill.web.cli.model;

import org.jspecify.annotations.Nullable;

/**
 * A compiled model that was asked to be in the cache, and is.
 *
 * @param id the name of its folder
 * @param source what was compiled
 * @param folder where it lies
 * @param bytes the size of its files
 * @param added false if it was there already
 */
record AddedModelJson(
    String id, @Nullable String source, String folder, long bytes, boolean added) {}
