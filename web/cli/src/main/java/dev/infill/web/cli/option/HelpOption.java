package dev.infill.web.cli.option;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --help} of every command. */
public final class HelpOption {
  private HelpOption() {}

  public static void addTo(CommandSpec command) {
    command.addOption(
        OptionSpec.builder("-h", "--help")
            .type(boolean.class)
            .usageHelp(true)
            .description("Show this help.")
            .build());
  }
}
