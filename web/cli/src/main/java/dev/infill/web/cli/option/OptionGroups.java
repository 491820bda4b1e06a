package dev.infill.web.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The options of a command, under headings. */
public final class OptionGroups {
  private final Map<String, CommandSpec> groups = new LinkedHashMap<>();

  /**
   * Adds a group.
   *
   * @param heading what help calls it
   * @param options its options, and parameters if it has any
   * @return this
   */
  public OptionGroups add(String heading, CommandSpec options) {
    groups.put(heading, options);
    return this;
  }

  /**
   * Adds groups.
   *
   * @param added groups by their headings
   * @return this
   */
  public OptionGroups addAll(Map<String, CommandSpec> added) {
    groups.putAll(added);
    return this;
  }

  /**
   * Gives the options to a command, and its help their headings.
   *
   * @param command a command without options
   */
  public void applyTo(CommandSpec command) {
    groups.forEach(command::addMixin);
    HelpOption.addTo(command);
    command.usageMessage().abbreviateSynopsis(true);
    Map<String, CommandSpec> shown = new LinkedHashMap<>(groups);
    command
        .usageMessage()
        .sectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            help ->
                shown.entrySet().stream()
                    .map(group -> render(help, group.getKey(), group.getValue()))
                    .collect(Collectors.joining()));
    command
        .usageMessage()
        .sectionMap()
        .put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> "");
  }

  private static String render(Help help, String heading, CommandSpec options) {
    Help.Layout layout = help.createDefaultLayout();
    layout.addAllPositionalParameters(
        options.positionalParameters(), help.createDefaultParamLabelRenderer());
    layout.addAllOptions(options.options(), help.createDefaultParamLabelRenderer());
    return help.colorScheme().ansi().string("%n@|bold %s|@:%n".formatted(heading)) + layout;
  }
}
