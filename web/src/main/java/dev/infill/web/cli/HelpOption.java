package dev.infill.web.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --help} of every command. */
final class HelpOption {
  private HelpOption() {}

  static void addTo(CommandSpec command) {
    command.addOption(
        OptionSpec.builder("-h", "--help")
            .type(boolean.class)
            .usageHelp(true)
            .description("Show this help.")
            .build());
  }
}
