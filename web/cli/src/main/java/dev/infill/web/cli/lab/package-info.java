/** {@code infill lab}: the experiments that need no language model. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.lab;
