package dev.infill.web.cli.model;

import org.jspecify.annotations.Nullable;

/**
 * A compiled model that was deleted, or would be.
 *
 * @param id the name of its folder
 * @param source what was compiled; null if its manifest cannot be read
 * @param bytes the size of its files
 * @param reason why
 * @param deleted false if it was only looked at
 */
record PrunedModelJson(
    String id, @Nullable String source, long bytes, String reason, boolean deleted) {}
