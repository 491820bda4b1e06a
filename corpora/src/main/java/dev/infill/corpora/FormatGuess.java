package dev.infill.corpora;

import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells the format of a file from its name and its beginning. Files whose names say that they are
 * no corpus are refused: read as prose, they would give sentences that nobody wrote.
 */
final class FormatGuess {
  private static final int HEAD_BYTES = 1 << 16;
  private static final Pattern COMPRESSION = Pattern.compile("\\.gz$");
  private static final Pattern JSON_LINES = Pattern.compile(".*\\.(jsonl|ndjson|json)");
  private static final Pattern SEPARATED = Pattern.compile(".*\\.(csv|tsv)");
  private static final Pattern CONLL = Pattern.compile(".*\\.conll(u|-?[0-9]+)?");
  private static final Pattern MARKDOWN = Pattern.compile(".*\\.(md|markdown)");
  private static final Set<String> WIKITEXT_MARKS =
      Set.of("<unk>", "@@unknown@@", "@-@", "@,@", "@.@");
  private static final Set<String> TBC_MARKS = Set.of("``", "''");
  private static final String PUNCTUATION = ".,!?";

  /** Abbreviations keep their points in tokenised text, so not all punctuation stands apart. */
  private static final double SHARE_APART = 0.5;

  private FormatGuess() {}

  static CorpusFormat of(Path file) {
    // Also for a name that says it all: a missing file should be reported now.
    String head = head(file);
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    name = COMPRESSION.matcher(name).replaceFirst("");
    if (JSON_LINES.matcher(name).matches()) {
      return CorpusFormat.JSON_LINES;
    }
    refuseOtherKinds(new FileErrors(file.toString()), name);
    return ofHead(head);
  }

  private static void refuseOtherKinds(FileErrors errors, String name) {
    if (SEPARATED.matcher(name).matches()) {
      throw errors.whole(
          "is a table (CSV or TSV), not a corpus; give a file with the sentences of one column, a"
              + " sentence a line");
    }
    if (CONLL.matcher(name).matches()) {
      throw errors.whole(
          "is in CoNLL's format, a word and its tags a line, not a corpus; give a file with the"
              + " words alone, a sentence a line");
    }
    if (MARKDOWN.matcher(name).matches()) {
      throw errors.whole(
          "is a Markdown document, not a corpus; convert it to plain text (pandoc -t plain)");
    }
  }

  private static CorpusFormat ofHead(String head) {
    List<List<String>> lines =
        head.toLowerCase(Locale.ROOT)
            .lines()
            .map(WhiteSpace::split)
            .filter(words -> !words.isEmpty())
            .toList();
    if (lines.stream().anyMatch(TokenizedLines::isHeading) || holdsAny(lines, WIKITEXT_MARKS)) {
      return CorpusFormat.WIKITEXT;
    }
    if (holdsAny(lines, TBC_MARKS)) {
      return CorpusFormat.TBC;
    }
    if (!lines.isEmpty() && head.stripLeading().startsWith("{\"")) {
      return CorpusFormat.JSON_LINES;
    }
    return punctuationStandsApart(lines) ? CorpusFormat.LINES : CorpusFormat.TEXT;
  }

  private static boolean holdsAny(List<List<String>> lines, Set<String> marks) {
    return lines.stream().flatMap(List::stream).anyMatch(marks::contains);
  }

  private static boolean punctuationStandsApart(List<List<String>> lines) {
    long apart = 0;
    long attached = 0;
    for (List<String> words : lines) {
      for (String word : words) {
        if (PUNCTUATION.indexOf(word.charAt(word.length() - 1)) >= 0) {
          if (word.length() == 1) {
            apart++;
          } else {
            attached++;
          }
        }
      }
    }
    return apart > 0 && apart >= SHARE_APART * (apart + attached);
  }

  private static String head(Path file) {
    try (CorpusInput input = CorpusInput.open(file, TransferListener.SILENT)) {
      try {
        return new String(input.stream().readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw input.failure(e);
      }
    }
  }
}
