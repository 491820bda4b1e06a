/**
 * The infilling experiment of Zhang, Liu &amp; Liu (2022, §7.5), as the protocol goes: the plan
 * says which samplers are compared on which tasks, the runner makes the runs and records them,
 * figures are measured and resampled over tasks, and the paper's claims are judged. May use {@code
 * run}, {@code metrics}, {@code statistics}, {@code corpora} and the core.
 */
@org.jspecify.annotations.NullMarked
package dev.infill.evaluation.paper;
