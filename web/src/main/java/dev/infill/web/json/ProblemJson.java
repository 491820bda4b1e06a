package dev.infill.web.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Why a request was not answered (RFC 9457).
 *
 * @param type names the kind of problem; {@code about:blank} where the status says all
 * @param title the kind of problem
 * @param status the HTTP status
 * @param detail what is wrong, and what would be right, in one line
 * @param field the member of the request that is at fault; absent where there is none
 */
public record ProblemJson(
    String type,
    String title,
    int status,
    String detail,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String field) {}
