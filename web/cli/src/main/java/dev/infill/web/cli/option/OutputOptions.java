package dev.infill.web.cli.option;

import dev.infill.web.cli.Application;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.Palette;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that say how results and messages look. */
public final class OutputOptions {
  enum Format {
    TEXT,
    JSON
  }

  enum Color {
    AUTO,
    ALWAYS,
    NEVER
  }

  private final OptionSpec format =
      CommandOption.choice("--format", Format.class)
          .defaultValue("text")
          .description("text, or one JSON object a line. Default: ${DEFAULT-VALUE}.")
          .build();
  private final OptionSpec color =
      CommandOption.choice("--color", Color.class)
          .paramLabel("WHEN")
          .defaultValue("auto")
          .description(
              "auto (on a terminal, unless NO_COLOR is set), always or never. Default:"
                  + " ${DEFAULT-VALUE}.")
          .build();
  private final OptionSpec quiet = quiet();
  private final OptionSpec details =
      CommandOption.flag(
          "--details",
          "Show also M or U of each filling, the words of each blank, and the cost. JSON always"
              + " has them.");

  /** Returns the options. */
  public CommandSpec spec() {
    return CommandSpec.create()
        .addOption(format)
        .addOption(color)
        .addOption(quiet)
        .addOption(debug());
  }

  /** Returns the option that keeps a command quiet. */
  public static OptionSpec quiet() {
    return OptionSpec.builder("-q", "--quiet")
        .type(boolean.class)
        .initialValue(false)
        .description("No progress bar and no notices.")
        .build();
  }

  /**
   * Returns the option that shows where an error comes from. It has no value here: {@link
   * Application} heeds it even on a command line that cannot be parsed.
   */
  public static OptionSpec debug() {
    return CommandOption.flag(
        "--debug", "Show the stack trace of an error (also: INFILL_DEBUG=1).");
  }

  public boolean isJson() {
    return format.getValue() == Format.JSON;
  }

  /** Returns the options of a command whose results have two layers. */
  public CommandSpec specWithDetails() {
    return spec().addOption(details);
  }

  public boolean isDetailed() {
    return details.getValue();
  }

  public boolean isQuiet() {
    return quiet.getValue();
  }

  public Palette palette(Console console) {
    return new Palette(
        switch (color.<Color>getValue()) {
          case AUTO -> console.suggestsColor();
          case ALWAYS -> true;
          case NEVER -> false;
        });
  }
}
