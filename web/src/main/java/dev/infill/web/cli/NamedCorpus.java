package dev.infill.web.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A corpus as it is given on a command line: {@code FILE}, or {@code NAME=FILE}.
 *
 * @param name given, or the file's name up to its first dot: {@code tbc} of {@code tbc.5k.txt}
 * @param file the file
 */
record NamedCorpus(String name, Path file) {
  private static final Pattern NAMED = Pattern.compile("([\\w-]+)=(.+)");

  static NamedCorpus parse(String value) {
    Path path = Path.of(value);
    Matcher named = NAMED.matcher(value);
    if (named.matches() && !Files.exists(path)) {
      return new NamedCorpus(named.group(1), Path.of(named.group(2)));
    }
    Path last = path.getFileName();
    String fileName = last == null ? value : last.toString();
    int dot = fileName.indexOf('.', 1);
    return new NamedCorpus(dot < 0 ? fileName : fileName.substring(0, dot), path);
  }
}
