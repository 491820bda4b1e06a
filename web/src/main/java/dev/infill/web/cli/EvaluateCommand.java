package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code infill evaluate}, above what measures generated text and the samplers that draw it. */
@Command(
    name = "evaluate",
    description = "Measure diversity and quality; run the paper's infilling experiment.",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "infill evaluate paper --help explains every option of evaluate paper."})
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
        "command", "give a command: metrics, tune or paper (see infill evaluate --help)");
  }
}
