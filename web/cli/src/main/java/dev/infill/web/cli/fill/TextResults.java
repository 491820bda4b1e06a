package dev.infill.web.cli.fill;

import dev.infill.core.InvalidInputException;
import dev.infill.web.api.BatchProblemJson;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.LineResultJson;
import dev.infill.web.api.ProblemJson;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.TextInput;
import dev.infill.web.cli.option.TextSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Prints what came of texts. What came of the lines of a file, refusals as well, carries their
 * numbers.
 *
 * @param <T> what comes of a text
 */
final class TextResults<T> {
  private final Console console;
  private final OutputOptions output;
  private final Optional<TextSource> source;
  private final Function<T, Record> json;
  private final Function<T, String> report;
  private final JsonLines lines = new JsonLines();

  /**
   * Creates the printer of a command.
   *
   * @param console where to
   * @param output in which form
   * @param texts what is read
   * @param json makes the record for programs
   * @param report makes the text for people, with its line ends
   */
  TextResults(
      Console console,
      OutputOptions output,
      TextInput.Opened texts,
      Function<T, Record> json,
      Function<T, String> report) {
    this.console = console;
    this.output = output;
    this.source = texts.source();
    this.json = json;
    this.report = report;
  }

  /**
   * Prints what came of a text.
   *
   * @param text the text
   * @param result what came of it
   */
  void print(String text, T result) {
    if (output.isJson()) {
      Record record = json.apply(result);
      print(source.<Record>map(from -> new LineResultJson(from.line(), record)).orElse(record));
    } else {
      console
          .out()
          .print(source.map(from -> heading(from, text)).orElse("") + report.apply(result));
    }
  }

  private String heading(TextSource from, String text) {
    return output
        .palette(console)
        .heading(Optional.of(from.location()), LongText.of(text, console.columns()));
  }

  /**
   * Prints why the last line cannot be used: among the results, so that none is missing, and to
   * standard error, unless both are seen on one terminal.
   *
   * @param refusal why
   */
  void refuse(InvalidInputException refusal) {
    TextSource from = source.orElseThrow();
    if (output.isJson()) {
      print(new BatchProblemJson(null, from.line(), ProblemJson.ofRequest(refusal).orElseThrow()));
    } else {
      String why = AnnotatedText.printable(String.valueOf(refusal.getMessage()));
      console
          .out()
          .print(
              output.palette(console).strong("== " + AnnotatedText.printable(from.location()))
                  + "  "
                  + output.palette(console).warning("refused: " + why)
                  + "\n");
    }
    if (output.isJson() || !console.outIsTerminal()) {
      console.complain(from.location() + ": " + refusal.getMessage());
    }
  }

  private void print(Record record) {
    console.out().print(lines.line(record) + "\n");
  }
}
