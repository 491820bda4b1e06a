/**
 * Results as JSON. The records here <em>are</em> the schema, one component per member, in order;
 * whatever the application prints or serves as JSON goes through them. May use {@code
 * dev.infill.core}, {@code dev.infill.evaluation} and {@code dev.infill.web}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.json;
