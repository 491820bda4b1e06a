/**
 * Where the application gets its models from: {@link dev.infill.web.model.ModelLoader} stands
 * between it and the library that runs them. May use {@code dev.infill.core} and {@code
 * dev.infill.bert}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.model;
