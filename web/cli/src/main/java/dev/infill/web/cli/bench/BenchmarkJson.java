package dev.infill.web.cli.bench;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A row of a benchmark.
 *
 * @param benchmark which one, or which part of one
 * @param row the figures
 */
record BenchmarkJson(String benchmark, @JsonUnwrapped Record row) {}
