package dev.infill.evaluation.report;

import dev.infill.core.text.BlankedText;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.paper.ComparedAt;
import dev.infill.evaluation.paper.ExperimentData;
import dev.infill.evaluation.paper.Sample;
import dev.infill.evaluation.table.Figures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The kept fillings of every sampler, laid out as in the paper's Figure 6: from the first blank of
 * the sentence to the last, fills coloured, and those marked that stood in the same blank of an
 * earlier filling of the sampler. Its methods and records are what the templates ask for.
 */
final class Examples {
  private static final int SHOWN_OF_EACH_CORPUS = 2;
  private static final String PIECE = "##";

  private final ExperimentData data;
  private final ComparedAt comparison;
  private final List<MaskingTask> shown;

  Examples(ExperimentData data) {
    this.data = data;
    this.comparison = data.comparisons().get(0);
    this.shown = choose(data.tasks());
  }

  /**
   * A word.
   *
   * @param space what stands before it
   * @param blank whether it stands in a blank
   * @param again whether it stood in that blank of an earlier filling
   */
  record Word(String space, String text, boolean blank, boolean again) {}

  /** A filling, from its first blank to its last. */
  record Filling(List<Word> words, String energy) {}

  /** The fillings of a sampler, which its label in parts names, and how many fills they have. */
  record OfSampler(List<String> label, int repeated, int fills, List<Filling> lines) {}

  /** A task with the fillings of all samplers. */
  record Task(List<Word> words, String id, String answers, List<OfSampler> samplers) {}

  /** Returns a few tasks of each corpus. */
  List<Task> shown() {
    return shown.stream().map(this::task).toList();
  }

  /** Returns all others, to unfold; nothing if there are none. */
  List<Map<String, Object>> folded() {
    List<Task> others =
        data.tasks().stream().filter(task -> !shown.contains(task)).map(this::task).toList();
    return others.isEmpty()
        ? List.of()
        : List.of(
            Map.of(
                "summary",
                others.size() == 1 ? "The other task" : "The other " + others.size() + " tasks",
                "tasks",
                others));
  }

  private static List<MaskingTask> choose(List<MaskingTask> tasks) {
    List<MaskingTask> shown = new ArrayList<>();
    Set<String> corpora = new LinkedHashSet<>();
    tasks.forEach(task -> corpora.add(task.corpus()));
    for (int i = 0; i < SHOWN_OF_EACH_CORPUS; i++) {
      for (String corpus : corpora) {
        tasks.stream()
            .filter(task -> task.corpus().equals(corpus))
            .skip(i)
            .findFirst()
            .ifPresent(shown::add);
      }
    }
    return shown;
  }

  private Task task(MaskingTask task) {
    return new Task(
        IntStream.range(0, task.words().size())
            .mapToObj(
                i -> {
                  boolean blank = task.positions().contains(i);
                  String text = blank ? BlankedText.MASK : task.words().get(i);
                  return new Word(i > 0 ? " " : "", text, blank, false);
                })
            .toList(),
        task.id(),
        String.join(" · ", task.answers()),
        data.samplers().stream().map(sampler -> fillings(task, sampler)).toList());
  }

  private OfSampler fillings(MaskingTask task, String sampler) {
    Set<Fill> seen = new HashSet<>();
    List<Filling> lines =
        data.run(task, sampler).at(comparison).likeliest(data.kept()).stream()
            .map(sample -> filling(task, sample, seen))
            .toList();
    int fills = lines.size() * task.positions().size();
    return new OfSampler(HtmlTable.breakable(sampler), fills - seen.size(), fills, lines);
  }

  private static Filling filling(MaskingTask task, Sample sample, Set<Fill> seen) {
    int first = task.positions().get(0);
    int last = task.positions().get(task.positions().size() - 1);
    List<Word> line = new ArrayList<>();
    if (first > 0) {
      line.add(new Word("", "… ", false, false));
    }
    for (int word = first; word <= last; word++) {
      int blank = task.positions().indexOf(word);
      String written = blank < 0 ? task.words().get(word) : sample.fills().get(blank);
      boolean joined = blank >= 0 && written.startsWith(PIECE) && word > 0;
      line.add(
          new Word(
              word > first && !joined ? " " : "",
              joined ? written.substring(PIECE.length()) : written,
              blank >= 0,
              blank >= 0 && !seen.add(new Fill(blank, written))));
    }
    if (last < task.words().size() - 1) {
      line.add(new Word("", " …", false, false));
    }
    return new Filling(line, Figures.decimal(sample.energy(), 2));
  }

  private record Fill(int blank, String token) {}
}
