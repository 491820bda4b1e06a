/**
 * Requests and results as JSON, and the settings, choices and versions that they name. The records
 * here <em>are</em> the schema, one component per member, in order. May use {@code dev.infill.core}
 * alone.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.api;
