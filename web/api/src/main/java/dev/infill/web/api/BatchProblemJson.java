package dev.infill.web.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Why one text of many was not filled.
 *
 * @param id the id of the text; absent where texts have none
 * @param line the line of the input that it stands on, from 1
 * @param problem what is wrong, as the service would answer it
 */
public record BatchProblemJson(
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String id,
    long line,
    ProblemJson problem) {}
