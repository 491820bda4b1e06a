package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code infill evaluate}, above the evaluations. */
@Command(
    name = "evaluate",
    description = "Measure the quality and the diversity of generated text.",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "infill evaluate metrics --help explains every option of evaluate metrics."})
final class EvaluateCommand implements Runnable {
  /** Returns the command, without its subcommands. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    HelpOption.addTo(command);
    return command;
  }

  @Override
  public void run() {
    throw new InvalidInputException(
        "command", "give an evaluation: metrics (see infill evaluate --help)");
  }
}
