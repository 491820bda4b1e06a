package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code infill bench}, above the benchmarks. */
@Command(
    name = "bench",
    description = "Measure what a step costs, how well a sampler mixes, and what metrics cost.",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "infill bench step --help explains every option of bench step."})
final class BenchCommand implements Runnable {
  /** Returns the command, without its subcommands. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    HelpOption.addTo(command);
    return command;
  }

  @Override
  public void run() {
    throw new InvalidInputException(
        "command", "give a benchmark: step, sampler or metrics (see infill bench --help)");
  }
}
