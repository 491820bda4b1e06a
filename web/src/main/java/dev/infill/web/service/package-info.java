/**
 * The HTTP service: the page and an API, on the same {@code Infiller} as the command line. May use
 * every module, {@code dev.infill.web} and {@code dev.infill.web.json}, but not the command line.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.service;
