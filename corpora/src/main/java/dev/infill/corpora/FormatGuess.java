package dev.infill.corpora;

import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tells the format of a file from its name and its beginning. Files whose names say that they are
 * no corpus are refused: read as prose, they would give sentences that nobody wrote.
 */
final class FormatGuess {
  private static final int HEAD_BYTES = 1 << 16;
  private static final String JSON_LINES = ".*\\.(jsonl|ndjson|json)";

  /** The words that refuse a file, by the form of its name. */
  private static final Map<String, String> OTHER_KINDS =
      Map.of(
          ".*\\.(csv|tsv)",
          "is a table (CSV or TSV), not a corpus; give a file with the sentences of one column, a"
              + " sentence a line",
          ".*\\.conll(u|-?[0-9]+)?",
          "is in CoNLL's format, a word and its tags a line, not a corpus; give a file with the"
              + " words alone, a sentence a line",
          ".*\\.(md|markdown)",
          "is a Markdown document, not a corpus; convert it to plain text (pandoc -t plain)");

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
    String unpacked = name.replaceFirst("\\.gz$", "");
    if (unpacked.matches(JSON_LINES)) {
      return CorpusFormat.JSON_LINES;
    }
    OTHER_KINDS.forEach(
        (pattern, said) -> {
          if (unpacked.matches(pattern)) {
            throw new FileErrors(file.toString()).whole(said);
          }
        });
    return ofHead(head);
  }

  private static CorpusFormat ofHead(String head) {
    List<List<String>> lines =
        head.toLowerCase(Locale.ROOT).lines().map(WhiteSpace::split).toList();
    List<String> words = lines.stream().flatMap(List::stream).toList();
    if (lines.stream().anyMatch(TokenizedLines::isHeading)
        || words.stream().anyMatch(WIKITEXT_MARKS::contains)) {
      return CorpusFormat.WIKITEXT;
    }
    if (words.stream().anyMatch(TBC_MARKS::contains)) {
      return CorpusFormat.TBC;
    }
    if (head.stripLeading().startsWith("{\"")) {
      return CorpusFormat.JSON_LINES;
    }
    return punctuationStandsApart(words) ? CorpusFormat.LINES : CorpusFormat.TEXT;
  }

  private static boolean punctuationStandsApart(List<String> words) {
    List<String> ending =
        words.stream()
            .filter(word -> PUNCTUATION.indexOf(word.charAt(word.length() - 1)) >= 0)
            .toList();
    long apart = ending.stream().filter(word -> word.length() == 1).count();
    return apart > 0 && apart >= SHARE_APART * ending.size();
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
