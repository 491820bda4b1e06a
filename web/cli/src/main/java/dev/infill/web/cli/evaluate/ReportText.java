package dev.infill.web.cli.evaluate;

import dev.infill.evaluation.report.Report;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.option.OutputOptions;
import java.nio.file.Path;

/** The report of an experiment on standard output. */
final class ReportText {
  private ReportText() {}

  /**
   * Returns {@code table.md}, or for JSON a line for each sampler in each comparison; who looks at
   * it directly is given plain text.
   *
   * @param report what was computed
   * @param folder where its files are
   * @param output what was asked for
   * @param console where it goes
   */
  static String of(Report report, Path folder, OutputOptions output, Console console) {
    if (output.isJson()) {
      return report.json();
    }
    return console.outIsTerminal()
        ? report.text(console.columns())
            + "\n%s has plots, examples and how it was made; table.md and table.csv are beside it\n"
                .formatted(AnnotatedText.printable(folder.resolve("report.html").toString()))
        : report.markdown();
  }
}
