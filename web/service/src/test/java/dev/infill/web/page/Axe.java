package dev.infill.web.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** What axe-core finds against a page. */
final class Axe {
  private static final String VIOLATIONS =
      """
      async () => {
        const found = await axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
        });
        return found.violations.map(({ id, impact, nodes }) =>
          `${impact} ${id}: ${nodes.map(({ html, failureSummary }) => html + " " + failureSummary).join("; ")}`);
      }
      """;

  private Axe() {}

  static List<?> violations(Visit visit) {
    if (Boolean.FALSE.equals(visit.page().evaluate("'axe' in window"))) {
      // Evaluated, not put into the page: its policy takes no such scripts.
      visit.page().evaluate(script());
    }
    List<?> violations = (List<?>) visit.page().evaluate(VIOLATIONS);
    // axe-core paints to measure contrast.
    visit.ignoreComplaints("Canvas2D");
    return violations;
  }

  private static String script() {
    try (InputStream in =
        Objects.requireNonNull(
            Axe.class.getResourceAsStream(
                "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
