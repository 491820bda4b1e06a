package dev.infill.web.cli.fill;

import dev.infill.core.score.Score;
import dev.infill.core.score.Score.ScoredToken;
import dev.infill.core.score.SentenceMasking;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Palette;
import dev.infill.web.cli.console.Percent;
import java.util.ArrayList;
import java.util.List;

/**
 * A score as people read it: M, U, the text, and log f and f of each token.
 *
 * @param palette marks tokens and figures
 */
record ScoreReport(Palette palette) {
  private static final String INDENT = "    ";

  /**
   * Returns the report of one text, ending with a line's end.
   *
   * @param score the score
   */
  String render(Score score) {
    List<String> lines = new ArrayList<>();
    score.twoWay().ifPresent(twoWay -> lines.add(sum("M", twoWay, "two-way chain rule")));
    lines.add(sum("U", score.energy(), kind(score)));
    lines.add(INDENT + AnnotatedText.printable(score.text()));
    int width =
        score.fills().stream()
            .mapToInt(fill -> AnnotatedText.columns(fill.token()))
            .max()
            .orElse(0);
    score.fills().forEach(fill -> lines.add(token(fill, width)));
    lines.addAll(
        ReportParts.notes(
            score.text(), score.window(), score.unknownPieces(), String::length, "characters"));
    return String.join("\n", lines) + "\n";
  }

  private String sum(String name, double value, String what) {
    return "%s %s%s"
        .formatted(
            name,
            palette.strong(Figures.decimal(value, 4)),
            palette.faint("   %s, in nats".formatted(what)));
  }

  private String token(ScoredToken fill, int width) {
    return INDENT
        + palette.fill(fill.token())
        + " ".repeat(width - AnnotatedText.columns(fill.token()))
        + String.format("%12s", Figures.decimal(fill.logProbability(), 4))
        + palette.faint(
            "%11s   rank %s"
                .formatted(
                    Percent.about(Math.exp(fill.logProbability())), Figures.count(fill.rank())));
  }

  private static String kind(Score score) {
    String energy = "pseudo-log-likelihood";
    return score.masking() == SentenceMasking.ORIGINAL
        ? energy
        : energy + ", " + Choices.label(score.masking());
  }
}
