/**
 * Options that several commands have: the model, the settings of samplers, texts, the protocol of
 * experiments, the form of output.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.web.cli.option;
