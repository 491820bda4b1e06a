package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.InputFile;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where a command's texts come from: its one argument, a file or standard input. */
public final class TextInput {
  @Parameters(
      paramLabel = "TEXT",
      arity = "0..*",
      hideParamSyntax = true,
      description =
          "The text, in quotes; a blank is [MASK] or <mask>, or three or more underscores.")
  private List<String> texts = List.of();

  @Option(
      names = "--input",
      paramLabel = "FILE|-",
      description =
          "Texts from a file, or from standard input (-), one a line, in UTF-8. For a line that"
              + " cannot be used the result gives its number and the reason; the exit code is"
              + " then 2.")
  private @Nullable String input;

  /**
   * Checks that there is one source of texts, and opens it.
   *
   * @param console whose standard input {@code -} stands for
   * @throws InvalidInputException if there is none, or more than one
   */
  public Opened open(Console console) {
    String file = input;
    if (texts.size() > 1) {
      throw new InvalidInputException(
          "text",
          "one text was expected and not "
              + texts.size()
              + " arguments; put the text in quotes: \""
              + String.join(" ", texts)
              + "\"");
    }
    if (texts.isEmpty() == (file == null)) {
      throw new InvalidInputException(
          "text",
          "give one text, in quotes, or --input with a file of texts (- for standard input)");
    }
    return new Opened(
        texts,
        Optional.ofNullable(file)
            .map(name -> new TextSource(InputFile.open("input", name, console))));
  }

  /**
   * Texts that can be read.
   *
   * @param texts the texts of the command line
   * @param source else where they come from
   */
  public record Opened(List<String> texts, Optional<TextSource> source) implements AutoCloseable {
    public Opened {
      texts = List.copyOf(texts);
    }

    /**
     * Deals with one text after the other.
     *
     * @param stop asked before each text of a file
     * @param action what to do; it may throw an {@link InvalidInputException} if the text cannot be
     *     used
     * @param refused is given the reason why a line of a file cannot be used
     * @return the exit code: success, or invalid input if a line could not be used
     * @throws InvalidInputException if a text of the command line cannot be used
     */
    public int forEach(
        BooleanSupplier stop, Consumer<String> action, Consumer<InvalidInputException> refused) {
      if (source.isEmpty()) {
        texts.forEach(action);
        return ExitCode.SUCCESS;
      }
      TextSource lines = source.get();
      int code = ExitCode.SUCCESS;
      boolean more = true;
      while (more && !stop.getAsBoolean()) {
        try {
          Optional<String> text = lines.next();
          more = text.isPresent();
          text.ifPresent(action);
        } catch (InvalidInputException e) {
          refused.accept(e);
          code = ExitCode.INVALID_INPUT;
        }
      }
      return code;
    }

    @Override
    public void close() {
      source.ifPresent(TextSource::close);
    }
  }
}
