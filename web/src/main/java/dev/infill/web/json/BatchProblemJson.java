package dev.infill.web.json;

/**
 * Why one text of many was not filled.
 *
 * @param id the id of the text
 * @param line the line of the input that it stands on, from 1
 * @param problem what is wrong, as the service would answer it
 */
public record BatchProblemJson(String id, long line, ProblemJson problem) {}
