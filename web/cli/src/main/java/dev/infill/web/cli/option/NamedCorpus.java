package dev.infill.web.cli.option;

import dev.infill.core.InvalidInputException;
import dev.infill.web.cli.console.AnnotatedText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A corpus as it is given on a command line: {@code FILE}, or {@code NAME=FILE}.
 *
 * @param name given, or the file's name up to its first dot, printable: {@code tbc} of {@code
 *     tbc.5k.txt}
 * @param file the file, or {@code -} for standard input
 */
public record NamedCorpus(String name, String file) {
  private static final Pattern NAMED = Pattern.compile("([\\w-]+)=(.+)");

  /**
   * Reads an argument. What is the path of a file is a file, whatever its name.
   *
   * @param value the argument
   */
  public static NamedCorpus parse(String value) {
    Path path = Path.of(value);
    Matcher named = NAMED.matcher(value);
    if (named.matches() && !Files.exists(path)) {
      return new NamedCorpus(named.group(1), named.group(2));
    }
    Path last = path.getFileName();
    String fileName = last == null ? value : last.toString();
    int dot = fileName.indexOf('.', 1);
    String name = dot < 0 ? fileName : fileName.substring(0, dot);
    return new NamedCorpus(AnnotatedText.printable(name), value);
  }

  /**
   * Refuses corpora of the same name.
   *
   * @param corpora the corpora of a command
   * @throws InvalidInputException if two are called the same
   */
  public static void requireDifferent(List<NamedCorpus> corpora) {
    Map<String, NamedCorpus> byName = new HashMap<>();
    for (NamedCorpus corpus : corpora) {
      NamedCorpus other = byName.putIfAbsent(corpus.name, corpus);
      if (other != null) {
        throw new InvalidInputException(
            "corpus",
            "%s and %s are both named '%s'; name one of them otherwise: NAME=FILE"
                .formatted(other.file, corpus.file, corpus.name));
      }
    }
  }
}
