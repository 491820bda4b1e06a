/**
 * The application. This package holds what the command line and whatever else serves fillings
 * share: versions and the names of choices. It may use {@code dev.infill.core}, and none of the
 * packages below it.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web;
