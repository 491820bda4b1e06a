package dev.infill.web.cli.fill;

import dev.infill.core.fill.Marginal;
import dev.infill.core.task.Fill;
import dev.infill.core.task.TermValue;
import dev.infill.core.task.TextReading;
import dev.infill.core.text.CharSpan;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Palette;
import dev.infill.web.cli.console.Percent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the reports of both ways to fill a text have in common.
 *
 * @param palette marks fills and figures
 * @param columns the width of a line
 * @param detailed whether all is told; else the fillings, their probabilities and the verdict
 */
record ReportParts(Palette palette, int columns, boolean detailed) {
  private static final String INDENT = "    ";

  /** A filling stands beside its probability where there are so many columns for it at least. */
  private static final int FEWEST_COLUMNS = 40;

  /** How many lines an entry has at most that stands beside its head. */
  private static final int BESIDE_LINES = 3;

  private static final char NO_BREAK = '\u00a0';

  /** Returns a line as lines that fit. */
  List<String> wrapped(String line) {
    return wrapped(line, columns);
  }

  List<String> wrapped(String line, int width) {
    return new AnnotatedText(line, List.of()).lines(width, palette);
  }

  /** Returns a verdict, which is marked where its list cannot be relied on, and an empty line. */
  List<String> verdict(String text, boolean relied) {
    return Stream.concat(
            wrapped(text).stream().map(line -> relied ? line : palette.warning(line)),
            Stream.of(""))
        .toList();
  }

  /**
   * Returns a list, an entry after the other, and an empty line.
   *
   * @param heads what stands before each entry, all equally long
   * @param entries the lines of each entry, of a width
   */
  List<String> list(List<String> heads, List<IntFunction<List<String>>> entries) {
    if (heads.isEmpty()) {
      return List.of();
    }
    int beside = columns - heads.get(0).length();
    boolean fit =
        beside >= FEWEST_COLUMNS
            && entries.stream().allMatch(entry -> entry.apply(beside).size() <= BESIDE_LINES);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < heads.size(); i++) {
      String head = heads.get(i);
      String indent = fit ? " ".repeat(head.length()) : INDENT;
      List<String> its = new ArrayList<>(entries.get(i).apply(columns - indent.length()));
      lines.add(fit ? palette.strong(head) + its.remove(0) : palette.strong(head.stripTrailing()));
      its.forEach(line -> lines.add(indent + line));
      if (!fit) {
        lines.add("");
      }
    }
    if (fit) {
      lines.add("");
    }
    return lines;
  }

  /** Returns a number of a list, right-aligned among as many. */
  static String rank(int index, int count) {
    return padLeft(String.valueOf(index + 1), Math.max(2, String.valueOf(count).length()));
  }

  /**
   * Returns a filled text, in detail beneath every fill its probability given the others, and what
   * the filling is worth.
   *
   * @param text the text with every blank filled
   * @param fills the fills
   * @param worth what it is worth, in a line
   * @param width the width of a line
   */
  List<String> filled(String text, List<Fill> fills, String worth, int width) {
    AnnotatedText annotated =
        new AnnotatedText(
            text,
            fills.stream()
                .map(
                    fill ->
                        new AnnotatedText.Span(
                            fill.start(),
                            fill.end(),
                            detailed ? Percent.about(Math.exp(fill.logProbability())) : ""))
                .toList());
    return worth(LongText.of(annotated, columns).lines(width, palette), worth, width);
  }

  /** Returns an entry, in detail with what it is worth below. */
  List<String> worth(List<String> entry, String worth, int width) {
    return detailed
        ? Stream.concat(entry.stream(), wrapped(worth, width).stream().map(palette::faint)).toList()
        : entry;
  }

  /**
   * Returns what fillings are ordered by, and what it is the sum of where terms are added.
   *
   * @param name M or U
   * @param value its value, in nats
   * @param terms what is added to it
   * @param total the sum
   */
  static String sum(String name, double value, List<TermValue> terms, double total) {
    String own = name + " " + Figures.decimal(value, 2);
    return terms.isEmpty()
        ? own
        : terms.stream()
            .map(
                term ->
                    " + %s x %s (%s)"
                        .formatted(
                            Figures.decimal(term.weight(), 2),
                            Figures.decimal(term.value(), 2),
                            term.name()))
            .collect(
                Collectors.joining(
                    "", "total %s = %s".formatted(Figures.decimal(total, 2), own), ""));
  }

  /**
   * Returns in detail the likeliest words of each blank, a line of each, and an empty line.
   *
   * @param heading what they are
   * @param marginals the words
   * @param most how many of each blank are shown
   * @param name what a blank is called
   */
  List<String> marginals(
      String heading, List<Marginal> marginals, int most, Function<Marginal, String> name) {
    if (!detailed || marginals.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(wrapped(heading));
    int indent =
        Math.max(
            INDENT.length(),
            marginals.stream().map(name).mapToInt(String::length).max().orElseThrow() + 1);
    for (Marginal marginal : marginals) {
      String start = name.apply(marginal);
      for (String line : wrapped(words(marginal, most), columns - indent)) {
        lines.add(start + " ".repeat(indent - start.length()) + line.replace(NO_BREAK, ' '));
        start = "";
      }
    }
    lines.add("");
    return lines;
  }

  /** Returns the likeliest words of a blank, none of which is parted from its figures. */
  private static String words(Marginal marginal, int most) {
    Stream<String> words =
        marginal.words().stream()
            .limit(most)
            .map(word -> word.text() + " " + Percent.of(word.probability()).inLine());
    Stream<String> others =
        marginal.words().size() > most
            ? Stream.of("others " + Percent.about(marginal.rest(most)))
            : Stream.empty();
    return Stream.concat(words, others)
        .map(word -> word.replace(' ', NO_BREAK))
        .collect(Collectors.joining(", "));
  }

  /** Returns what a blank is called where it is a number. */
  static String number(Marginal marginal) {
    return padLeft(String.valueOf(marginal.blank()), 2);
  }

  /**
   * Returns what is to be known of a text that the model does not read as it is: all of it, or word
   * by word.
   *
   * @param text the text
   * @param window the part of it that the model reads; empty for all of it
   * @param unknownPieces how many of its pieces the model does not know
   * @param count counts what stands in a part of it
   * @param unit what is counted
   */
  static List<String> notes(
      String text,
      Optional<CharSpan> window,
      int unknownPieces,
      ToIntFunction<String> count,
      String unit) {
    List<String> notes = new ArrayList<>();
    window
        .map(read -> text.substring(read.start(), read.end()))
        .map(
            read ->
                "Note: the text is longer than the model reads: all figures are of %s of its %s %s, those around the blanks."
                    .formatted(
                        Figures.count(count.applyAsInt(read)),
                        Figures.count(count.applyAsInt(text)),
                        unit))
        .ifPresent(notes::add);
    if (unknownPieces > 0) {
      notes.add(
          "Note: the model does not know %s of the text, and reads \"unknown\" there."
              .formatted(Figures.counted(unknownPieces, "piece", "s")));
    }
    return notes;
  }

  /** Returns the notes of a text of words. */
  List<String> notes(String text, TextReading reading) {
    List<String> notes =
        new ArrayList<>(
            notes(text, reading.window(), reading.unknownPieces(), String::length, "characters"));
    if (LongText.isLong(text, columns)) {
      notes.add("Note: … stands for text around the blanks; --format json has the whole text.");
    }
    return notes;
  }

  /**
   * Returns notes as lines, with another one of a list that is not all that was asked for.
   *
   * @param notes what is to be known
   * @param interrupted whether the list is what was found until then
   * @param empty whether there is no filling
   */
  List<String> warnings(List<String> notes, boolean interrupted, boolean empty) {
    Stream<String> interruption =
        interrupted
            ? Stream.of(
                empty
                    ? "Interrupted before there was a filling to show."
                    : "Interrupted: these are the best fillings found until then.")
            : Stream.empty();
    return Stream.concat(notes.stream(), interruption)
        .flatMap(note -> wrapped(note).stream())
        .map(palette::warning)
        .toList();
  }

  /**
   * Returns the end of a list.
   *
   * @param details what is told in detail, a line of each
   * @param seed what repeats the list
   */
  List<String> end(List<String> details, long seed) {
    String repeated = "seed " + seed;
    Stream<String> lines =
        detailed
            ? Stream.concat(details.stream(), Stream.of(repeated))
            : Stream.of(repeated + "; --details tells more");
    return lines.flatMap(line -> wrapped(line).stream()).map(palette::faint).toList();
  }

  static String padLeft(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }
}
