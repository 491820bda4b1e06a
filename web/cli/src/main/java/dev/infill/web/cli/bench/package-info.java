/** {@code infill bench}: times of steps, jobs and the service. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.bench;
