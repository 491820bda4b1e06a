/**
 * The HTTP service: the page and an API, on the same {@code Infiller} as the command line. May use
 * every module and {@code dev.infill.web.api}, but not the command line.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.service;
