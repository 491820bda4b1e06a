package dev.infill.web.protein;

import dev.infill.core.InvalidInputException;
import dev.infill.core.TextEncoding;
import dev.infill.corpora.file.RawLine;
import dev.infill.corpora.file.RawLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Files of sequences in the form FASTA: a line with {@code >} and a header, then its residues. */
public final class Fasta {
  /** A sequence that a model reads is far shorter; a file that is none must not fill memory. */
  static final int LONGEST = 1 << 20;

  private static final int COLUMNS = 60;

  private Fasta() {}

  /**
   * Reads all records.
   *
   * @param name what messages call the file
   * @param bytes its content, in UTF-8; closed at the end
   * @return at least one sequence; one without a name is called by its number
   * @throws InvalidInputException if it is not FASTA, has no record, or one of them is not a
   *     protein's
   * @throws IOException if it cannot be read
   */
  public static List<ProteinSequence> read(String name, InputStream bytes) throws IOException {
    List<ProteinSequence> records = new ArrayList<>();
    Optional<String> header = Optional.empty();
    StringBuilder residues = new StringBuilder();
    try (RawLines lines = new RawLines(bytes, 0, 1)) {
      for (Optional<RawLine> next = lines.next(); next.isPresent(); next = lines.next()) {
        RawLine raw = next.get();
        raw.wideEncoding()
            .ifPresent(
                wide -> {
                  throw new InvalidInputException("fasta", TextEncoding.refusal(name, wide));
                });
        String line = new String(raw.bytes(), StandardCharsets.UTF_8).strip();
        if (line.startsWith(">")) {
          header.ifPresent(ended -> add(records, ended, residues));
          header = Optional.of(line.substring(1).strip());
          residues.setLength(0);
        } else if (header.isEmpty()) {
          throw new InvalidInputException(
              "fasta",
              "%s is not FASTA: line %d comes before the first record, which begins with >"
                  .formatted(name, raw.number()));
        } else {
          residues.append(line);
        }
        if (raw.isTooLong() || residues.length() > LONGEST) {
          throw new InvalidInputException(
              "fasta",
              "%s:%d: a record has more than %,d letters".formatted(name, raw.number(), LONGEST));
        }
      }
    }
    String last =
        header.orElseThrow(
            () -> new InvalidInputException("fasta", name + " has no record; each begins with >"));
    add(records, last, residues);
    return List.copyOf(records);
  }

  private static void add(List<ProteinSequence> records, String header, CharSequence residues) {
    String named = header.isEmpty() ? String.valueOf(records.size() + 1) : header;
    records.add(ProteinSequence.parse(named, residues.toString()));
  }

  /**
   * Returns a file's content.
   *
   * @param records sequences with headers of one line
   */
  public static String written(List<ProteinSequence> records) {
    StringBuilder file = new StringBuilder();
    for (ProteinSequence record : records) {
      file.append('>').append(record.header()).append('\n');
      for (int from = 0; from < record.length(); from += COLUMNS) {
        file.append(record.residues(), from, Math.min(from + COLUMNS, record.length()))
            .append('\n');
      }
    }
    return file.toString();
  }
}
