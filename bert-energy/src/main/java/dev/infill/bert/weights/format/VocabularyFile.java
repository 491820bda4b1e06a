package dev.infill.bert.weights.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** A file {@code vocab.txt}: BERT's word pieces, one a line, in order of their ids. */
public final class VocabularyFile {
  private static final Pattern SPECIAL = Pattern.compile("\\[.*]");

  private VocabularyFile() {}

  /**
   * Reads the word pieces.
   *
   * @throws MalformedFileException if a piece stands twice, or the file is no text
   */
  public static List<String> read(Path file) throws IOException {
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(ModelFile.bytes(file, Limits.TOKENIZER_BYTES)))
              .toString();
    } catch (CharacterCodingException e) {
      throw new MalformedFileException("is not UTF-8", e);
    }
    // Only line feeds separate pieces: some pieces are other line ends of Unicode themselves.
    List<String> pieces =
        Arrays.stream(text.split("\n"))
            .map(piece -> piece.endsWith("\r") ? piece.substring(0, piece.length() - 1) : piece)
            .toList();
    Set<String> seen = new HashSet<>();
    for (String piece : pieces) {
      if (!seen.add(piece)) {
        throw new MalformedFileException(
            "holds the word piece '%s' twice".formatted(PrintableName.of(piece)));
      }
    }
    return pieces;
  }

  /**
   * Says whether a model seems to read lower case only: by {@code uncased} or {@code cased} in its
   * name, else if no piece has a capital letter.
   */
  public static boolean isLowerCase(String name, List<String> pieces) {
    String lowerCaseName = name.toLowerCase(Locale.ROOT);
    if (lowerCaseName.contains("uncased")) {
      return true;
    }
    if (lowerCaseName.contains("cased")) {
      return false;
    }
    return pieces.stream()
        .filter(piece -> !SPECIAL.matcher(piece).matches())
        .noneMatch(piece -> piece.codePoints().anyMatch(Character::isUpperCase));
  }
}
