package dev.infill.web.api;

/**
 * How a service is.
 *
 * @param status {@code up}, {@code ready} or {@code not ready}
 */
public record HealthJson(String status) {}
