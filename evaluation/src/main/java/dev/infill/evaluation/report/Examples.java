package dev.infill.evaluation.report;

import dev.infill.core.text.BlankedText;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.experiment.ComparedAt;
import dev.infill.evaluation.experiment.Sample;
import dev.infill.evaluation.summary.ExperimentData;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The kept fillings of every sampler, laid out as in the paper's Figure 6: from the first blank of
 * the sentence to the last, fills coloured, and those marked that stood in the same blank of an
 * earlier filling of the sampler.
 */
final class Examples {
  private static final int SHOWN_OF_EACH_CORPUS = 2;
  private static final String PIECE = "##";

  private final ExperimentData data;
  private final ComparedAt comparison;

  Examples(ExperimentData data) {
    this.data = data;
    this.comparison = data.comparisons().get(0);
  }

  /** Returns a few tasks of each corpus, then all others to unfold. */
  List<Markup> content() {
    List<MaskingTask> shown = shown();
    List<MaskingTask> others = data.tasks().stream().filter(task -> !shown.contains(task)).toList();
    List<Markup> content = new ArrayList<>();
    shown.forEach(task -> content.add(task(task)));
    if (!others.isEmpty()) {
      List<Markup> folded = new ArrayList<>();
      folded.add(
          Element.of(
              "summary",
              others.size() == 1 ? "The other task" : "The other " + others.size() + " tasks"));
      others.forEach(task -> folded.add(task(task)));
      content.add(Element.of("details", folded));
    }
    return content;
  }

  private List<MaskingTask> shown() {
    List<MaskingTask> shown = new ArrayList<>();
    Set<String> corpora = new LinkedHashSet<>();
    data.tasks().forEach(task -> corpora.add(task.corpus()));
    for (int i = 0; i < SHOWN_OF_EACH_CORPUS; i++) {
      for (String corpus : corpora) {
        data.tasks().stream()
            .filter(task -> task.corpus().equals(corpus))
            .skip(i)
            .findFirst()
            .ifPresent(shown::add);
      }
    }
    return shown;
  }

  private Element task(MaskingTask task) {
    List<Markup> samplers = new ArrayList<>();
    data.samplers().forEach(sampler -> samplers.add(fillings(task, sampler)));
    return Element.of(
            "section",
            Element.of("h3", sentence(task)),
            Element.of(
                    "p",
                    "Task %s; the words were: %s"
                        .formatted(task.id(), String.join(" · ", task.answers())))
                .with("class", "answers"),
            Element.of("div", samplers).with("class", "fillings"))
        .with("class", "task");
  }

  private static Markup[] sentence(MaskingTask task) {
    List<Markup> words = new ArrayList<>();
    for (int i = 0; i < task.words().size(); i++) {
      if (i > 0) {
        words.add(Markup.text(" "));
      }
      words.add(
          task.positions().contains(i)
              ? Element.of("span", BlankedText.MASK).with("class", "blank")
              : Markup.text(task.words().get(i)));
    }
    return words.toArray(Markup[]::new);
  }

  private Element fillings(MaskingTask task, String sampler) {
    List<Sample> kept = data.kept().of(data.run(task, sampler).at(comparison));
    List<Element> lines = new ArrayList<>();
    Set<Fill> seen = new HashSet<>();
    int fills = 0;
    int repeated = 0;
    for (Sample sample : kept) {
      List<Markup> line = new ArrayList<>();
      if (task.positions().get(0) > 0) {
        line.add(Markup.text("… "));
      }
      int first = task.positions().get(0);
      int last = task.positions().get(task.positions().size() - 1);
      for (int word = first; word <= last; word++) {
        int blank = task.positions().indexOf(word);
        String written = blank < 0 ? task.words().get(word) : sample.fills().get(blank);
        boolean joined = blank >= 0 && written.startsWith(PIECE) && word > 0;
        if (word > first && !joined) {
          line.add(Markup.text(" "));
        }
        if (blank < 0) {
          line.add(Markup.text(written));
        } else {
          boolean again = !seen.add(new Fill(blank, written));
          fills++;
          repeated += again ? 1 : 0;
          line.add(fill(joined ? written.substring(PIECE.length()) : written, again));
        }
      }
      if (last < task.words().size() - 1) {
        line.add(Markup.text(" …"));
      }
      lines.add(
          Element.of(
              "li",
              Element.of("span", line),
              Markup.text(" "),
              Element.of("span", Figures.decimal(sample.energy(), 2)).with("class", "energy")));
    }
    return Element.of(
            "div",
            Element.of("h4", HtmlTable.breakable(sampler)),
            Element.of("p", "%d of %d fills repeated".formatted(repeated, fills))
                .with("class", "repeats"),
            Element.of("ol", lines))
        .with("class", "sampler");
  }

  private static Element fill(String text, boolean again) {
    Element fill = Element.of("mark", text).with("class", again ? "fill repeated" : "fill");
    return again ? fill.with("title", "repeated") : fill;
  }

  private record Fill(int blank, String token) {}
}
