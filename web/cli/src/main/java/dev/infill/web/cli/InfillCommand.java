package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.option.HelpOption;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code infill}, above its commands. */
@Command(
    name = "infill",
    description = "Fill the blanks of a text: the most probable answers, or many different ones.",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Example:",
      "  infill fill \"the old [MASK] walked down the [MASK] .\"",
      "",
      "infill fill --help explains every option. Exit codes: 0 done, 2 a text or an",
      "option that cannot be used, 1 any other failure, 130 interrupted."
    },
    versionProvider = InfillCommand.VersionLines.class)
final class InfillCommand implements Runnable {
  /** Returns the command, without its subcommands. */
  CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    HelpOption.addTo(command);
    return command.addOption(
        OptionSpec.builder("-V", "--version")
            .type(boolean.class)
            .versionHelp(true)
            .description("Show the versions of Infill and its libraries.")
            .build());
  }

  @Override
  public void run() {
    throw new InvalidInputException(
        "command",
        "give a command: fill, sample, protein, batch, score, serve, bench, lab, corpus, model or evaluate (see infill"
            + " --help)");
  }

  /** The answer to {@code --version}. */
  static final class VersionLines implements IVersionProvider {
    @Override
    public String[] getVersion() {
      Versions versions = Versions.current();
      List<String> lines = new ArrayList<>();
      lines.add("infill " + versions.infill());
      versions.libraries().forEach((name, version) -> lines.add(name + " " + version));
      return lines.toArray(String[]::new);
    }
  }
}
