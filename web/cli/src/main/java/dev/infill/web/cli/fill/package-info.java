/** {@code infill fill} and {@code infill score}, with their reports and traces. */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.fill;
