package dev.infill.web.cli.model;

/**
 * A model that was written for other programs.
 *
 * @param model what was asked for
 * @param folder where it lies
 */
record ExportedModelJson(String model, String folder) {}
