package dev.infill.evaluation.answers;

import dev.infill.evaluation.statistics.AdditiveStatistic;
import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.SignTest;
import dev.infill.evaluation.statistics.TaskBootstrap;
import dev.infill.evaluation.table.Column;
import dev.infill.evaluation.table.Document;
import dev.infill.evaluation.table.Row;
import dev.infill.evaluation.table.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The result of a comparison: figures of every method, differences of every two, and how sure
 * {@code fill} was. Figures are means over texts, with 95 % intervals by the bootstrap over texts.
 *
 * @param runs of every method for the same texts, each method's in the same order of texts
 */
public record AnswerReport(List<AnswerRun> runs) {
  private static final int RESAMPLES = 2_000;
  private static final long SEED = 1;

  /** What log p may differ by, in nats, because its terms were added in another order. */
  private static final double ROUNDING = 1e-4;

  /**
   * A figure of a text.
   *
   * @param weight what the figure is a share of; NaN of the figure itself is no figure
   */
  private record Figure(
      String name,
      String key,
      int digits,
      ToDoubleFunction<AnswerRun> value,
      ToDoubleFunction<AnswerRun> weight) {
    static Figure of(String name, String key, int digits, ToDoubleFunction<AnswerRun> value) {
      return new Figure(name, key, digits, value, run -> 1);
    }

    Column column(String named, String filed, boolean isDifference) {
      return (isDifference
              ? Column.difference(named, digits, digits)
              : Column.estimate(named, digits, digits))
          .filedAs(filed);
    }
  }

  /** The figures in which one method can be better than another. */
  private static final List<Figure> COMPARED =
      List.of(
          Figure.of("log p", "logProbability", 2, AnswerRun::logProbability),
          Figure.of("first (%)", "first", 0, run -> run.original() == 1 ? 100 : 0),
          Figure.of("among five (%)", "original", 0, run -> run.original() > 0 ? 100 : 0),
          new Figure(
              "words (%)",
              "originalWords",
              0,
              run -> 100.0 * run.originalWords(),
              run -> run.design().blanks()));

  private static final List<Figure> COSTS =
      List.of(
          Figure.of("different words", "differentWords", 2, AnswerRun::differentWords),
          Figure.of("passes", "modelPasses", 0, AnswerRun::modelPasses),
          Figure.of("seconds", "seconds", 2, AnswerRun::seconds));

  /**
   * Copies the runs.
   *
   * @throws IllegalArgumentException if methods have not answered to the same texts
   */
  public AnswerReport {
    runs = List.copyOf(runs);
    if (byMethod(runs).values().stream().map(AnswerReport::texts).distinct().count() > 1) {
      throw new IllegalArgumentException("methods have not answered to the same texts");
    }
  }

  private static Map<String, List<AnswerRun>> byMethod(List<AnswerRun> runs) {
    Map<String, List<AnswerRun>> byMethod = new LinkedHashMap<>();
    runs.forEach(run -> byMethod.computeIfAbsent(run.method(), any -> new ArrayList<>()).add(run));
    return byMethod;
  }

  private static List<String> texts(List<AnswerRun> runs) {
    return runs.stream().map(run -> run.design().name() + " " + run.task()).toList();
  }

  /** Returns the figures of every method. */
  Table methods() {
    List<Column> columns = new ArrayList<>(List.of(Column.text("method"), Column.integer("texts")));
    List<Figure> figures = new ArrayList<>(COMPARED);
    figures.addAll(COSTS);
    figures.forEach(each -> columns.add(each.column(each.name(), each.key(), false)));
    return Table.of(
        "The ways to answer",
        columns,
        List.copyOf(byMethod(runs).entrySet()),
        method -> {
          List<Object> cells = new ArrayList<>(List.of(method.getKey(), method.getValue().size()));
          figures.forEach(each -> cells.add(mean(each, method.getValue(), List.of())));
          return cells;
        });
  }

  /** Returns every two methods, compared text by text: the first one minus the second one. */
  Table differences() {
    List<Column> columns = new ArrayList<>(List.of(Column.text("difference")));
    for (Figure each : COMPARED) {
      columns.add(each.column("Δ", each.key(), true).below(each.name()));
      columns.add(Column.signTest("sign test").filedAs(each.key() + "SignTest").below(each.name()));
    }
    List<List<AnswerRun>> methods = List.copyOf(byMethod(runs).values());
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < methods.size(); i++) {
      for (List<AnswerRun> other : methods.subList(i + 1, methods.size())) {
        List<AnswerRun> one = methods.get(i);
        List<Object> cells = new ArrayList<>();
        cells.add(one.get(0).method() + " − " + other.get(0).method());
        for (Figure each : COMPARED) {
          cells.add(mean(each, one, other));
          cells.add(signTest(each, one, other));
        }
        rows.add(Row.of(cells));
      }
    }
    return new Table("Every two of them, text by text", columns, rows);
  }

  /** Returns the mean of a method's figure, less that of another if there is one. */
  private static Estimate mean(Figure figure, List<AnswerRun> runs, List<AnswerRun> others) {
    List<double[]> ofTexts = new ArrayList<>();
    for (int text = 0; text < runs.size(); text++) {
      double value = figure.value().applyAsDouble(runs.get(text));
      double less = others.isEmpty() ? 0 : figure.value().applyAsDouble(others.get(text));
      ofTexts.add(
          Double.isNaN(value - less)
              ? new double[] {0, 0}
              : new double[] {value - less, figure.weight().applyAsDouble(runs.get(text))});
    }
    return TaskBootstrap.of(runs.size(), RESAMPLES, SEED)
        .resample(AdditiveStatistic.of(ofTexts, sum -> sum[0] / sum[1]))
        .estimate();
  }

  private static SignTest signTest(Figure figure, List<AnswerRun> runs, List<AnswerRun> others) {
    double[] differences =
        IntStream.range(0, runs.size())
            .mapToDouble(
                text ->
                    figure.value().applyAsDouble(runs.get(text))
                        - figure.value().applyAsDouble(others.get(text)))
            .toArray();
    return new SignTest(
        (int) DoubleStream.of(differences).filter(difference -> difference > ROUNDING).count(),
        (int) DoubleStream.of(differences).filter(difference -> difference < -ROUNDING).count());
  }

  /** Returns how sure {@code fill} was; without rows if it did not take part. */
  Table certainty() {
    return Table.of(
        "How sure fill was",
        List.of(
            Column.text("method"),
            Column.integer("texts"),
            Column.integer("reliable"),
            Column.integer("certain").filedAs("certain"),
            Column.number("median", 0).below("passes to certainty").filedAs("certainMedian"),
            Column.number("90 %", 0).below("passes to certainty").filedAs("certainMost"),
            Column.number("median", 0).below("passes to the end").filedAs("endMedian"),
            Column.number("90 %", 0).below("passes to the end").filedAs("endMost")),
        byMethod(runs).values().stream().filter(each -> each.get(0).fill().isPresent()).toList(),
        ofFill -> {
          List<AnswerRun.Certainty> told =
              ofFill.stream().map(run -> run.fill().orElseThrow()).toList();
          double[] toCertain = sorted(told, AnswerRun.Certainty::passes);
          double[] toEnd = sorted(ofFill, AnswerRun::modelPasses);
          return List.of(
              ofFill.get(0).method(),
              ofFill.size(),
              told.stream().filter(AnswerRun.Certainty::reliable).count(),
              told.stream().filter(each -> each.certainAfter().isPresent()).count(),
              quantile(toCertain, 0.5),
              quantile(toCertain, 0.9),
              quantile(toEnd, 0.5),
              quantile(toEnd, 0.9));
        });
  }

  private static <T> double[] sorted(List<T> texts, ToDoubleFunction<T> passes) {
    return texts.stream().mapToDouble(passes).sorted().toArray();
  }

  /** Returns the smallest number that so large a share of all does not exceed. */
  private static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }

  private void addTo(Document document) {
    document.plainTable(methods());
    if (!certainty().rows().isEmpty()) {
      document.table(certainty());
    }
    document.table(differences());
  }

  /**
   * Returns the tables of all texts for a terminal.
   *
   * @param width the width of a line, in characters
   */
  public String text(int width) {
    Document document = new Document();
    addTo(document);
    return document.text(width);
  }

  /** Returns the rows of all tables as lines of JSON. */
  public String json() {
    return methods().json() + certainty().json() + differences().json();
  }

  /**
   * Returns the tables of all texts, and those of each corpus and each design if there are several.
   *
   * @param context what the answers depend on beside the methods: name → value
   */
  public String markdown(Map<String, String> context) {
    Document document =
        new Document()
            .heading(1, "Answers by several methods")
            .paragraph(
                "Every method is asked for five different answers to each text, with the same model"
                    + " and the same words allowed. In brackets: 95 % intervals by the bootstrap"
                    + " over texts.")
            .items(
                List.of(
                    "log p: the logarithm of the probability of what was written, in nats, of"
                        + " methods that have a probability of every filling; a proper score",
                    "first, among five: texts whose original filling is the first answer, or one of"
                        + " the five",
                    "words: blanks at which some answer has the original word",
                    "different words: of the answers at a blank",
                    "passes: sequences through the model",
                    "sign test: in how many texts the first of two methods is higher and lower"
                        + " (by more than 0.0001); p is the probability of as uneven numbers by"
                        + " chance"))
            .items(
                context.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + entry.getValue())
                    .toList());
    parts()
        .forEach(
            (title, part) -> {
              document.heading(2, title);
              new AnswerReport(runs.stream().filter(part).toList()).addTo(document);
            });
    return document.markdown();
  }

  private Map<String, Predicate<AnswerRun>> parts() {
    Map<String, Predicate<AnswerRun>> parts = new LinkedHashMap<>();
    parts.put("All texts", run -> true);
    parts.putAll(parts("Corpus ", AnswerRun::corpus));
    parts.putAll(parts("Blanks: ", run -> run.design().name()));
    return parts;
  }

  private Map<String, Predicate<AnswerRun>> parts(
      String title, Function<AnswerRun, String> property) {
    List<String> values = runs.stream().map(property).distinct().toList();
    Map<String, Predicate<AnswerRun>> parts = new LinkedHashMap<>();
    if (values.size() > 1) {
      values.forEach(value -> parts.put(title + value, run -> property.apply(run).equals(value)));
    }
    return parts;
  }
}
