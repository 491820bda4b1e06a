package dev.infill.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.ExperimentReport;
import dev.infill.evaluation.paper.Sample;
import dev.infill.evaluation.paper.SyntheticExperiment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ExamplesTest {
  private static final ExperimentData DATA =
      new SyntheticExperiment(7, 3, ComparedAt.STEPS).sampler("gibbs", "gibbs", 0.6, 5).data();

  private static String html(ExperimentData data) {
    String html = HtmlReport.render(data, ExperimentReport.summarize(data, 1, 20));
    return html.substring(html.indexOf("<section class=\"task\""), html.indexOf("id=\"method\""));
  }

  @Test
  void marksFillsThatStoodInTheSameBlankBefore() {
    String html = html(DATA);
    int repeated = 0;
    int all = 0;
    for (var run : DATA.runs()) {
      Set<List<Object>> seen = new HashSet<>();
      for (Sample sample : run.at(ComparedAt.STEPS).likeliest(5)) {
        for (int blank = 0; blank < sample.fills().size(); blank++) {
          all++;
          repeated += seen.add(List.of(blank, sample.fills().get(blank))) ? 0 : 1;
        }
      }
    }
    assertThat(repeated).isBetween(1, all - 1);
    assertThat(count(html, "<mark ")).isEqualTo(all);
    assertThat(count(html, "class=\"fill repeated\" title=\"repeated\"")).isEqualTo(repeated);
  }

  @Test
  void showsTwoOfEachCorpusAndFoldsTheOthers() {
    String html = html(DATA);
    assertThat(count(html, "<section class=\"task\"")).isEqualTo(7);
    String shown = html.substring(0, html.indexOf("<details"));
    assertThat(count(shown, "Task tbc:")).isEqualTo(2);
    assertThat(count(shown, "Task wiki:")).isEqualTo(2);
    assertThat(html).contains("The other 3 tasks");
  }

  private static long count(String text, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }
}
