package dev.infill.web.cli.fill;

import dev.infill.bert.BertModelOptions;
import dev.infill.bert.TextClassifier;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.WeightedTerm;
import dev.infill.corpora.task.PartOfSpeech;
import dev.infill.corpora.task.PartOfSpeechTagger;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.PartOfSpeechList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that add terms to the energy, beside keywords: parts of speech that are wanted, and a
 * classifier of texts.
 */
final class TermOptions {
  /** In nats: more than one word is worth beside another in most texts. */
  private static final double PART_OF_SPEECH = 20;

  private static final Pattern BLANK = Pattern.compile("\\s*([1-9][0-9]{0,5})\\s*=(.*)");

  private final OptionSpec parts =
      CommandOption.value("--pos", "I=TAG,TAG", List.class)
          .auxiliaryTypes(BlankParts.class)
          .converters(TermOptions::blankParts)
          .description(
              "Add "
                  + (int) PART_OF_SPEECH
                  + " to U where blank I, in the filled text, is of one of these parts of speech"
                  + " (Universal Dependencies, such as NOUN,VERB,ADJ), by OpenNLP's tagger of"
                  + " English. Repeatable.")
          .build();
  private final OptionSpec classifier =
      CommandOption.value("--classifier", "FILE", Path.class)
          .description(
              "Add log p(label | filled text) of a text classifier to U: an ONNX file, as Optimum"
                  + " exports it, with tokenizer.json and config.json in its folder. Runs on the"
                  + " CPU.")
          .build();
  private final OptionSpec label =
      CommandOption.value("--label", "NAME|N", String.class)
          .description("The label of --classifier that is wanted: its name, or its index from 0.")
          .build();
  private final OptionSpec weight =
      CommandOption.value("--classifier-weight", "W", Double.class)
          .description("What the log-probability of --classifier counts beside U. Default: 1.")
          .build();

  /** Returns the options. */
  CommandSpec spec() {
    return CommandSpec.create()
        .addOption(parts)
        .addOption(classifier)
        .addOption(label)
        .addOption(weight);
  }

  private record BlankParts(int blank, Set<PartOfSpeech> parts) {}

  private static BlankParts blankParts(String value) {
    Matcher matcher = BLANK.matcher(value);
    if (!matcher.matches()) {
      throw new InvalidInputException(
          "pos",
          "expected a blank, counted from 1, and its parts of speech, such as 1=NOUN,PROPN; not '"
              + value
              + "'");
    }
    return new BlankParts(
        Integer.parseInt(matcher.group(1)), PartOfSpeechList.parse(matcher.group(2)));
  }

  private static Stream<WeightedTerm> terms(List<BlankParts> wanted) {
    PartOfSpeechTagger tagger = PartOfSpeechTagger.ofClassPath();
    return wanted.stream()
        .map(
            each ->
                new WeightedTerm(
                    "blank %d %s"
                        .formatted(
                            each.blank,
                            each.parts.stream().map(Enum::name).collect(Collectors.joining(","))),
                    PART_OF_SPEECH,
                    tagger.term(each.blank, each.parts)));
  }

  /**
   * Opens what the terms need.
   *
   * @param model how the model is run; its threads and its cache are the classifier's, too
   * @throws InvalidInputException if there is no such classifier or label, or one of the options
   *     has no effect
   */
  Opened open(BertModelOptions model) {
    List<WeightedTerm> terms = new ArrayList<>();
    if (parts.<@Nullable List<BlankParts>>getValue() != null) {
      terms(parts.<List<BlankParts>>getValue()).forEach(terms::add);
    }
    Path file = classifier.getValue();
    String wanted = label.getValue();
    if (file == null) {
      Stream.of(label, weight)
          .filter(option -> option.getValue() != null)
          .findFirst()
          .ifPresent(
              option -> {
                String name = option.longestName();
                throw new InvalidInputException(
                    name.substring(2), name + " has no effect without --classifier");
              });
      return new Opened(terms, Optional.empty());
    }
    if (wanted == null) {
      throw new InvalidInputException(
          "label", "--classifier needs --label, which says which of its labels is wanted");
    }
    double counts = Objects.requireNonNullElse(weight.<@Nullable Double>getValue(), 1.0);
    if (!Double.isFinite(counts)) {
      throw new InvalidInputException(
          "classifier-weight", "--classifier-weight must be a finite number, not " + counts);
    }
    TextClassifier opened = TextClassifier.open(file, wanted, model.cache(), model.threads());
    terms.add(new WeightedTerm("label " + wanted, counts, opened));
    return new Opened(terms, Optional.of(opened));
  }

  /**
   * Terms that can be evaluated.
   *
   * @param terms the terms
   * @param classifier what one of them runs, if there is one
   */
  record Opened(List<WeightedTerm> terms, Optional<TextClassifier> classifier)
      implements AutoCloseable {
    Opened {
      terms = List.copyOf(terms);
    }

    @Override
    public void close() {
      classifier.ifPresent(TextClassifier::close);
    }
  }
}
