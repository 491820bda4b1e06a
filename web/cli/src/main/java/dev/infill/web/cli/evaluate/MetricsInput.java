package dev.infill.web.cli.evaluate;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.CorpusFormat;
import dev.infill.evaluation.metrics.LowerCase;
import dev.infill.evaluation.metrics.ReferenceIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that say which sentences are measured, and against what. */
final class MetricsInput {
  static final String TBC = "tbc";
  static final String WIKI = "wiki";
  static final String REFERENCES = "references";

  @Option(
      names = "--hypotheses",
      required = true,
      paramLabel = "FILE|-",
      description =
          "The sentences to measure, from a file or from standard input (-): one a line, words"
              + " separated by white space, in UTF-8. Blank lines are skipped.")
  private String hypotheses = "";

  @Option(
      names = "--tbc",
      paramLabel = "FILE",
      description = "References from BookCorpus: `` and '' are read as \".")
  private @Nullable String tbc;

  @Option(
      names = "--wiki",
      paramLabel = "FILE",
      description =
          "References from WikiText: @@UNKNOWN@@ and <unk> are read as [UNK], headings skipped.")
  private @Nullable String wiki;

  @Option(
      names = "--references",
      arity = "1..*",
      paramLabel = "FILE",
      description = "References of any kind, from one or more files like --hypotheses.")
  private List<String> references = List.of();

  /** Returns the options. */
  CommandSpec spec() {
    return CommandSpec.forAnnotatedObject(this);
  }

  /**
   * Refuses references that are read in lower case where case matters.
   *
   * @param lowerCase whether words are compared in lower case
   * @throws InvalidInputException if there are such references
   */
  void requireCase(boolean lowerCase) {
    if (!lowerCase && (tbc != null || wiki != null)) {
      throw new InvalidInputException(
          "no-lower-case",
          "--no-lower-case does not go with --tbc and --wiki, which are read in lower case; give"
              + " their text as --references");
    }
  }

  /**
   * Reads the sentences that are measured; says on standard error if there are blank lines between
   * them.
   *
   * @param files reads files
   * @param lowerCase whether words are compared in lower case
   * @return at least one sentence
   * @throws InvalidInputException if the file cannot be used
   */
  List<List<String>> readHypotheses(SentenceFiles files, boolean lowerCase) {
    List<List<String>> sentences = new ArrayList<>();
    files.forEachLine(
        hypotheses,
        sentence -> sentences.add(lowerCase ? LowerCase.of(sentence.words()) : sentence.words()));
    return List.copyOf(sentences);
  }

  /**
   * Reads the references, keeping what concerns given sentences alone, so that they may have any
   * size.
   *
   * @param files reads files
   * @param sentences the sentences that are measured
   * @param order the largest n
   * @param lowerCase whether words are compared in lower case
   * @return the indexes by the names of their options, in the order in which they are reported
   * @throws InvalidInputException if a file cannot be used
   */
  Map<String, ReferenceIndex> readReferences(
      SentenceFiles files, List<List<String>> sentences, int order, boolean lowerCase) {
    Map<String, ReferenceIndex> indexes = new LinkedHashMap<>();
    if (tbc != null) {
      indexes.put(TBC, index(files, List.of(tbc), CorpusFormat.TBC, false, sentences, order));
    }
    if (wiki != null) {
      indexes.put(
          WIKI, index(files, List.of(wiki), CorpusFormat.WIKITEXT, false, sentences, order));
    }
    if (!references.isEmpty()) {
      indexes.put(
          REFERENCES, index(files, references, CorpusFormat.LINES, lowerCase, sentences, order));
    }
    return indexes;
  }

  // What is not LINES is in lower case as it is read.
  private static ReferenceIndex index(
      SentenceFiles files,
      List<String> names,
      CorpusFormat format,
      boolean lowerCase,
      List<List<String>> sentences,
      int order) {
    ReferenceIndex.Builder builder = new ReferenceIndex.Builder(order).restrictedTo(sentences);
    for (String name : names) {
      files.forEach(
          name,
          format,
          sentence -> builder.add(lowerCase ? LowerCase.of(sentence.words()) : sentence.words()));
    }
    return builder.build();
  }
}
