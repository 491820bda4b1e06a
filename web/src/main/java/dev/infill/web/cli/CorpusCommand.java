package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code infill corpus}, above what can be done with corpora. */
@Command(
    name = "corpus",
    description =
        "Look at corpora, draw sentences from them, split or mask them, or fetch a public one.",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "infill corpus stats --help explains how corpora are read."})
final class CorpusCommand implements Runnable {
  /** Returns the command, without its subcommands. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    HelpOption.addTo(command);
    return command;
  }

  @Override
  public void run() {
    throw new InvalidInputException(
        "command",
        "give a command: stats, sample, split, mask or fetch (see infill corpus --help)");
  }
}
