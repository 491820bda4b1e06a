package dev.infill.web.cli.option;

import dev.infill.web.api.Choices;
import dev.infill.web.cli.Application;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.Palette;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

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

  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      converter = FormatConverter.class,
      description = "text, or one JSON object a line. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TEXT;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      converter = ColorConverter.class,
      description =
          "auto (on a terminal, unless NO_COLOR is set), always or never. Default:"
              + " ${DEFAULT-VALUE}.")
  private Color color = Color.AUTO;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress bar and no notices.")
  private boolean quiet;

  /**
   * Returns the options. {@code --debug} has no value here: {@link Application} heeds it even on a
   * command line that cannot be parsed.
   */
  public CommandSpec spec() {
    return CommandSpec.forAnnotatedObject(this)
        .addOption(
            OptionSpec.builder("--debug")
                .type(boolean.class)
                .description("Show the stack trace of an error (also: INFILL_DEBUG=1).")
                .build());
  }

  public boolean isJson() {
    return format == Format.JSON;
  }

  public boolean isQuiet() {
    return quiet;
  }

  public Palette palette(Console console) {
    return new Palette(
        switch (color) {
          case AUTO -> console.suggestsColor();
          case ALWAYS -> true;
          case NEVER -> false;
        });
  }

  private static final class FormatConverter implements ITypeConverter<Format> {
    @Override
    public Format convert(String value) {
      return Choices.of("format", Format.class).parse(value);
    }
  }

  private static final class ColorConverter implements ITypeConverter<Color> {
    @Override
    public Color convert(String value) {
      return Choices.of("color", Color.class).parse(value);
    }
  }
}
