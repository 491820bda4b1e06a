package dev.infill.web.cli;

import dev.infill.bert.BertModelOptions;
import dev.infill.core.lab.TinyLanguageModel;
import dev.infill.core.text.MaskedLanguageModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Two corpora of sentences that the tiny model can read, and that model. */
public record TinyCorpora(Path tbc, Path wiki) {
  private static final List<String> WORDS =
      List.of("the", "cat", "dog", "sat", "ran", "on", "mat", ".");
  private static final int SENTENCES = 60;

  /** Writes the corpora into a folder; always the same ones. */
  public static TinyCorpora write(Path folder) throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    Path tbc = folder.resolve("tbc.txt");
    Path wiki = folder.resolve("wiki.txt");
    Files.write(tbc, sentences(random));
    Files.write(wiki, sentences(random));
    return new TinyCorpora(tbc, wiki);
  }

  private static List<String> sentences(SplittableRandom random) {
    List<String> sentences = new ArrayList<>();
    for (int line = 0; line < SENTENCES; line++) {
      List<String> words = new ArrayList<>();
      int length = random.nextInt(10, 30);
      for (int word = 0; word < length; word++) {
        words.add(WORDS.get(random.nextInt(WORDS.size())));
      }
      sentences.add(String.join(" ", words));
    }
    return sentences;
  }

  public static MaskedLanguageModel model(BertModelOptions options) {
    return new TinyLanguageModel(64);
  }
}
