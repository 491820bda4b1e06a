package dev.infill.web.cli.corpus;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.task.PartOfSpeech;
import dev.infill.web.api.NearestNames;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parts of speech, as {@code --pos NOUN,VERB} gives them. */
final class PartOfSpeechList {
  private PartOfSpeechList() {}

  /**
   * Reads a list.
   *
   * @param value tags of Universal Dependencies with commas between them
   * @throws InvalidInputException for field {@code pos} if one is none
   */
  static Set<PartOfSpeech> parse(String value) {
    List<String> names = Arrays.stream(PartOfSpeech.values()).map(Enum::name).toList();
    Set<PartOfSpeech> parts = EnumSet.noneOf(PartOfSpeech.class);
    for (String tag : value.split(",", -1)) {
      String name = tag.strip().toUpperCase(Locale.ROOT);
      if (!names.contains(name)) {
        throw new InvalidInputException(
            "pos",
            new NearestNames(names).unknown("part of speech", tag.strip())
                + " (there are: "
                + String.join(", ", names)
                + ")");
      }
      parts.add(PartOfSpeech.valueOf(name));
    }
    return parts;
  }
}
