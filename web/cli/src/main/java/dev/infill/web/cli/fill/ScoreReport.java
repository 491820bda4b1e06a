package dev.infill.web.cli.fill;

import dev.infill.core.score.Score;
import dev.infill.core.score.SentenceMasking;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Palette;
import dev.infill.web.cli.console.Percent;
import java.util.stream.Collectors;

/**
 * A score as people read it: U, M, the text, and log f and f of each token.
 *
 * @param palette marks tokens and figures
 */
record ScoreReport(Palette palette) {
  /**
   * Returns the report of one text, ending with a line's end.
   *
   * @param score the score
   */
  String render(Score score) {
    int width =
        score.fills().stream()
            .mapToInt(fill -> AnnotatedText.columns(fill.token()))
            .max()
            .orElse(0);
    return "U "
        + palette.strong(Figures.decimal(score.energy(), 4))
        + palette.faint("   " + kind(score) + ", in nats")
        + (score.twoWay().isPresent()
            ? "\nM "
                + palette.strong(Figures.decimal(score.twoWay().getAsDouble(), 4))
                + palette.faint("   two-way chain rule, in nats")
            : "")
        + "\n    "
        + AnnotatedText.printable(score.text())
        + "\n"
        + score.fills().stream()
            .map(
                fill ->
                    "    "
                        + palette.fill(fill.token())
                        + " ".repeat(width - AnnotatedText.columns(fill.token()))
                        + String.format("%12s", Figures.decimal(fill.logProbability(), 4))
                        + palette.faint(
                            String.format("%8s", Percent.about(Math.exp(fill.logProbability())))
                                + "   rank "
                                + Figures.count(fill.rank()))
                        + "\n")
            .collect(Collectors.joining())
        + score
            .window()
            .map(
                window ->
                    "Note: the text is longer than the model reads: U and all figures are of %s of its %s characters, those around the blanks.\n"
                        .formatted(
                            Figures.count(window.end() - window.start()),
                            Figures.count(score.text().length())))
            .orElse("")
        + ReportParts.unknown(score.unknownPieces()).map(note -> note + "\n").orElse("");
  }

  private static String kind(Score score) {
    String energy = "pseudo-log-likelihood";
    return score.masking() == SentenceMasking.ORIGINAL
        ? energy
        : energy + ", " + Choices.label(score.masking());
  }
}
