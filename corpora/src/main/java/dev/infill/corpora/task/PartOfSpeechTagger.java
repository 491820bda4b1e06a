package dev.infill.corpora.task;

import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import dev.infill.corpora.ClassPathModels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import opennlp.tools.models.ModelType;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTagFormat;
import opennlp.tools.postag.POSTaggerME;

/** Tells the parts of speech of the words of a sentence, with OpenNLP. Thread-safe. */
public final class PartOfSpeechTagger {
  /** The Maven artifact of the English model. */
  public static final String ARTIFACT = "org.apache.opennlp:opennlp-models-pos-en:1.3.0";

  private final POSTaggerME tagger;

  private PartOfSpeechTagger(POSModel model) {
    this.tagger = new POSTaggerME(model, POSTagFormat.UD);
  }

  /**
   * Opens the English model that is on the class path.
   *
   * @throws InvalidInputException for field {@code pos} if there is none; the message names the
   *     Maven artifact to add
   */
  public static PartOfSpeechTagger ofClassPath() {
    return of(ClassPathModels.english(ModelType.POS_GENERIC, POSModel.class));
  }

  static PartOfSpeechTagger of(Optional<POSModel> model) {
    return new PartOfSpeechTagger(
        model.orElseThrow(
            () ->
                new InvalidInputException(
                    "pos",
                    "no model of an English part-of-speech tagger is on the class path: add the"
                        + " Maven artifact "
                        + ARTIFACT
                        + ", or name the file of a model of OpenNLP")));
  }

  /**
   * Opens a model that was trained with OpenNLP on tags of Universal Dependencies or of the Penn
   * Treebank.
   *
   * @param file the model, such as {@code opennlp-en-ud-ewt-pos-1.3-2.5.4.bin}
   * @throws InvalidInputException for field {@code tagger} if there is no such file, or it is no
   *     such model
   */
  public static PartOfSpeechTagger open(Path file) {
    Optional<String> fault = RegularFile.fault(file);
    if (fault.isPresent()) {
      throw new InvalidInputException("tagger", file + " " + fault.get());
    }
    if (!Files.exists(file)) {
      throw new InvalidInputException("tagger", "there is no file " + file);
    }
    try (InputStream bytes = Files.newInputStream(file)) {
      return new PartOfSpeechTagger(new POSModel(bytes));
    } catch (IOException | RuntimeException e) {
      throw new InvalidInputException(
          "tagger",
          file + " is not a model of OpenNLP's part-of-speech tagger: " + e.getMessage(),
          e);
    }
  }

  /**
   * Tags a sentence.
   *
   * @param words its words, punctuation apart
   * @return the parts of speech of each word; several for a contraction such as {@code can't}
   * @throws InvalidInputException for field {@code tagger} if the model has other tags
   */
  public synchronized List<Set<PartOfSpeech>> tag(List<String> words) {
    return Arrays.stream(tagger.tag(words.toArray(String[]::new)))
        .map(PartOfSpeechTagger::parts)
        .toList();
  }

  private static Set<PartOfSpeech> parts(String tag) {
    try {
      return Arrays.stream(tag.split("\\+", -1))
          .map(PartOfSpeech::valueOf)
          .collect(Collectors.toUnmodifiableSet());
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "tagger",
          "the tagger's model gives the tag '%s', which is not one of Universal Dependencies: %s"
              .formatted(tag, Arrays.toString(PartOfSpeech.values())),
          e);
    }
  }

  /**
   * Returns the words of some parts of speech as those that may be masked; a contraction may be if
   * one of its parts may.
   *
   * @param parts the parts of speech, at least one
   * @throws InvalidInputException for field {@code pos} if there is none
   */
  public MaskableWords maskable(Set<PartOfSpeech> parts) {
    Set<PartOfSpeech> chosen = Set.copyOf(parts);
    if (chosen.isEmpty()) {
      throw new InvalidInputException("pos", "give at least one part of speech");
    }
    return words -> {
      List<Set<PartOfSpeech>> tags = tag(words);
      return MaskableWords.where(words.size(), i -> !Collections.disjoint(chosen, tags.get(i)));
    };
  }
}
