package dev.infill.web.cli.corpus;

import dev.infill.core.InvalidInputException;
import dev.infill.corpora.task.MaskableWords;
import dev.infill.corpora.task.MaskingAmount;
import dev.infill.corpora.task.MaskingSettings;
import dev.infill.corpora.task.PartOfSpeech;
import dev.infill.corpora.task.PartOfSpeechTagger;
import dev.infill.corpora.task.SpanLength;
import dev.infill.web.cli.option.CommaList;
import dev.infill.web.cli.option.CommandOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options that make {@link MaskingSettings}. What is not given stays as the preset {@code
 * paper} has it.
 */
final class MaskingOptions {
  private static final String GEOMETRIC = "geometric";
  private static final List<String> AMOUNTS = List.of("--fraction", "--masks", "--mask-all");

  private final MaskingSettings defaults = MaskingSettings.paper();

  private enum Preset {
    PAPER
  }

  /** Returns the options. */
  CommandSpec spec() {
    return CommandSpec.create()
        .addOption(
            CommandOption.choice("--preset", Preset.class)
                .paramLabel("NAME")
                .description(
                    "Defaults for the options below. paper, the only preset: 15 to 25 words, a"
                        + " quarter of them masked, one by one, never the first or the last.")
                .build())
        .addOption(
            CommandOption.number(
                "--min-words", "The fewest words of a sentence.", defaults.minWords()))
        .addOption(
            CommandOption.number(
                "--max-words", "The most words of a sentence.", defaults.maxWords()))
        .addOption(
            CommandOption.value("--fraction", "F", Double.class)
                .description(
                    "The share of a sentence's words that is masked: above 0, at most 1; rounded,"
                        + " at least one word. Default: 0.25.")
                .build())
        .addOption(
            CommandOption.number(
                "--masks", "The number of words that are masked, in place of --fraction."))
        .addOption(
            CommandOption.flag(
                "--mask-all", "Mask all words that may be masked (see --words, --pos)."))
        .addOption(
            CommandOption.value("--spans", "N|geometric", SpanLength.class)
                .converters(MaskingOptions::span)
                .description(
                    "Mask spans of N words, which do not touch, instead of single words."
                        + " geometric: lengths as in SpanBERT, 1 to 10, 3.8 on average."
                        + " geometric:P,MAX: another parameter and longest span.")
                .build())
        .addOption(
            CommandOption.flag(
                "--no-punctuation", "Mask only words with at least one letter or digit."))
        .addOption(
            CommandOption.value("--words", "WORD,WORD", String.class)
                .description(
                    "Mask only these words, in upper or lower case; write \\, for a comma.")
                .build())
        .addOption(
            CommandOption.value("--pos", "TAG,TAG", Set.class)
                .converters(PartOfSpeechList::parse)
                .description(
                    "Mask only words of these parts of speech (Universal Dependencies, such as"
                        + " NOUN,VERB,ADJ). Needs the model of a tagger on the class path ("
                        + PartOfSpeechTagger.ARTIFACT
                        + "), or --tagger.")
                .build())
        .addOption(
            CommandOption.value("--tagger", "FILE", Path.class)
                .description("The file of a part-of-speech model of OpenNLP, for --pos.")
                .build())
        .addOption(
            CommandOption.flag("--mask-ends", "The first and the last word may be masked too."));
  }

  /**
   * Returns the settings that a command line asks for.
   *
   * @param parsed what was given
   * @throws InvalidInputException if a setting is out of its range, two do not go together, or the
   *     tagger's model is not there
   */
  MaskingSettings settings(ParseResult parsed) {
    MaskingSettings settings =
        defaults
            .withLengths(
                parsed.matchedOptionValue("--min-words", defaults.minWords()),
                parsed.matchedOptionValue("--max-words", defaults.maxWords()))
            .withAmount(amount(parsed))
            .withMaskable(maskable(parsed))
            .withMaskEnds(parsed.hasMatchedOption("--mask-ends") || defaults.maskEnds());
    return parsed.hasMatchedOption("--spans")
        ? settings.withSpans(parsed.matchedOption("--spans").<SpanLength>getValue())
        : settings;
  }

  private MaskingAmount amount(ParseResult parsed) {
    List<String> given = AMOUNTS.stream().filter(parsed::hasMatchedOption).toList();
    if (given.size() > 1) {
      throw new InvalidInputException(
          "fraction", String.join(" and ", given) + " exclude each other: give one of them");
    }
    if (parsed.hasMatchedOption("--fraction")) {
      return new MaskingAmount.Fraction(parsed.matchedOption("--fraction").<Double>getValue());
    }
    if (parsed.hasMatchedOption("--masks")) {
      return new MaskingAmount.Count(parsed.matchedOption("--masks").<Integer>getValue());
    }
    return given.isEmpty() ? defaults.amount() : new MaskingAmount.All();
  }

  private MaskableWords maskable(ParseResult parsed) {
    MaskableWords maskable = defaults.maskable();
    if (parsed.hasMatchedOption("--no-punctuation")) {
      maskable = maskable.and(MaskableWords.WITH_LETTER_OR_DIGIT);
    }
    if (parsed.hasMatchedOption("--words")) {
      List<String> words = CommaList.parse(parsed.matchedOption("--words").<String>getValue());
      maskable = maskable.and(MaskableWords.listed(new LinkedHashSet<>(words)));
    }
    if (parsed.hasMatchedOption("--pos")) {
      PartOfSpeechTagger tagger =
          parsed.hasMatchedOption("--tagger")
              ? PartOfSpeechTagger.open(parsed.matchedOption("--tagger").<Path>getValue())
              : PartOfSpeechTagger.ofClassPath();
      Set<PartOfSpeech> parts = parsed.matchedOption("--pos").getValue();
      maskable = maskable.and(tagger.maskable(parts));
    } else if (parsed.hasMatchedOption("--tagger")) {
      throw new InvalidInputException("tagger", "--tagger needs --pos, such as --pos NOUN,VERB");
    }
    return maskable;
  }

  private static SpanLength span(String value) {
    if (value.equals(GEOMETRIC)) {
      return SpanLength.spanBert();
    }
    try {
      if (value.startsWith(GEOMETRIC + ":")) {
        String[] parameters = value.substring(GEOMETRIC.length() + 1).split(",", -1);
        if (parameters.length == 2) {
          return new SpanLength.Geometric(
              Double.parseDouble(parameters[0]), Integer.parseInt(parameters[1]));
        }
      }
      return new SpanLength.Fixed(Integer.parseInt(value));
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "spans",
          "expected a number of words, geometric, or such as geometric:0.2,10; not '" + value + "'",
          e);
    }
  }
}
