/**
 * Files from HTTP servers: resumed where a download broke off, and checked.
 *
 * <p>Uses the JDK's client. May use {@code dev.infill.core}.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.bert.download;
