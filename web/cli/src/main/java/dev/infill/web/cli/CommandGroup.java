package dev.infill.web.cli;

import dev.infill.core.InvalidInputException;
import dev.infill.web.cli.option.HelpOption;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A command above others, such as {@code infill corpus}: it does nothing but list them.
 *
 * @param name its name
 * @param description what the commands below it do
 * @param members the commands below it
 */
record CommandGroup(String name, String description, List<CommandSpec> members)
    implements Runnable {
  /** Copies the list. */
  CommandGroup {
    members = List.copyOf(members);
  }

  /** Returns the command with those below it. */
  CommandLine commandLine() {
    CommandSpec command = CommandSpec.wrapWithoutInspection(this).name(name);
    UsageMessageSpec usage = command.usageMessage();
    usage.description(description);
    usage.commandListHeading("%nCommands:%n");
    usage.optionListHeading("%nOptions:%n");
    usage.footer("", "infill %s %s --help explains every option of %2$s.".formatted(name, first()));
    HelpOption.addTo(command);
    CommandLine commandLine = new CommandLine(command);
    members.forEach(member -> commandLine.addSubcommand(new CommandLine(member)));
    return commandLine;
  }

  private String first() {
    return members.get(0).name();
  }

  @Override
  public void run() {
    String names = members.stream().map(CommandSpec::name).collect(Collectors.joining(", "));
    throw new InvalidInputException(
        "command",
        "give a command: %s (see infill %s --help)"
            .formatted(names.replaceFirst(", ([^,]*)$", " or $1"), name));
  }
}
