package dev.infill.evaluation.bench;

import java.lang.management.ManagementFactory;
import java.time.Instant;

/**
 * When this process started.
 *
 * @param machine when its Java virtual machine did
 * @param main when the application's first line was run
 */
public record ProcessStart(Instant machine, Instant main) {
  /** Returns the start of a process whose application begins now. */
  public static ProcessStart now() {
    Instant main = Instant.now();
    return new ProcessStart(
        Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()), main);
  }
}
