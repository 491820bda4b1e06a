package dev.infill.web.cli.evaluate;

import dev.infill.bert.BertModelOptions;
import dev.infill.bert.CausalLanguageModel;
import dev.infill.bert.CausalLanguageModel.Likelihood;
import dev.infill.bert.TextClassifier;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.corpora.Sentence;
import dev.infill.evaluation.metrics.Perplexity;
import dev.infill.web.api.JsonLines;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * {@code infill evaluate fluency}: measures sentences by other models than the one that made them.
 */
@Command(
    name = "fluency",
    description = "Measure sentences by other models: perplexity, and what a classifier says.",
    footer = {
      "",
      "Examples:",
      "  infill evaluate fluency --hypotheses samples.txt \\",
      "      --language-model gpt2/model.onnx",
      "  infill evaluate fluency --hypotheses - --classifier cola/model.onnx --label 1",
      "",
      "The models are yours, as Optimum exports them to ONNX:",
      "  optimum-cli export onnx --model gpt2 --task text-generation gpt2",
      "  optimum-cli export onnx --model textattack/roberta-base-CoLA cola",
      "",
      "Perplexity is exp of the mean of -log p of a piece given those before it, over",
      "all pieces, and as the mean of the sentences' own. Of the first piece p is known",
      "only where config.json has a bos_token_id. Of a classifier: the mean probability",
      "of the label (of CoLA, 1 is acceptable), and the share of sentences in which it",
      "is above a half."
    })
public final class EvaluateFluencyCommand implements Callable<Integer> {
  private static final int AT_ONCE = 32;

  private final Console console;
  private final OptionSpec hypotheses =
      CommandOption.value("--hypotheses", "FILE|-", String.class)
          .required(true)
          .description(
              "The sentences, from a file or from standard input (-): one a line, in UTF-8. Blank"
                  + " lines are passed over.")
          .build();
  private final OptionSpec languageModel =
      CommandOption.value("--language-model", "FILE", Path.class)
          .description(
              "A causal language model: an ONNX file, with tokenizer.json and config.json in its"
                  + " folder.")
          .build();
  private final OptionSpec classifier =
      CommandOption.value("--classifier", "FILE", Path.class)
          .description("A text classifier: an ONNX file, with the same beside it.")
          .build();
  private final OptionSpec label =
      CommandOption.value("--label", "NAME|N", String.class)
          .description("The label of --classifier that counts: its name, or its index from 0.")
          .build();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  public EvaluateFluencyCommand(Console console) {
    this.console = console;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    CommandSpec run = new ModelOptions().spec();
    new OptionGroups()
        .add("Sentences", CommandSpec.create().addOption(hypotheses))
        .add(
            "Models",
            CommandSpec.create()
                .addOption(languageModel)
                .addOption(classifier)
                .addOption(label)
                .addOption(Objects.requireNonNull(run.findOption("--threads")))
                .addOption(Objects.requireNonNull(run.findOption("--cache"))))
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  /**
   * What was measured.
   *
   * @param sentences how many sentences
   * @param perplexity null without a language model
   * @param label what a classifier says; null without one
   */
  record Fluency(int sentences, @Nullable Perplexity perplexity, @Nullable Label label) {}

  /**
   * What a classifier says of sentences.
   *
   * @param label the label, as it was given
   * @param share of the sentences in which it has a probability above a half, from 0 to 1
   * @param meanProbability of the label
   */
  record Label(String label, double share, double meanProbability) {}

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    Optional<Path> read = Optional.ofNullable(languageModel.<@Nullable Path>getValue());
    Optional<Path> classified = Optional.ofNullable(classifier.<@Nullable Path>getValue());
    Optional<String> wanted = Optional.ofNullable(label.<@Nullable String>getValue());
    if (read.isEmpty() && classified.isEmpty()) {
      throw new InvalidInputException(
          "language-model", "give --language-model, or --classifier with its --label, or both");
    }
    if (classified.isPresent() != wanted.isPresent()) {
      throw new InvalidInputException(
          "label", "--classifier and --label, which says what of it counts, go together");
    }
    BertModelOptions options = ModelOptions.options(parsed);
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      List<Sentence> sentences = new ArrayList<>();
      new SentenceFiles(console, progress)
          .forEachLine(
              hypotheses.getValue(),
              sentence -> {
                // A classifier would read a mask there.
                if (BlankedText.count(sentence.text()) > 0) {
                  throw new InvalidInputException(
                      "hypotheses", located(sentence, "a blank is left in the sentence"));
                }
                sentences.add(sentence);
              });
      Fluency fluency =
          new Fluency(
              sentences.size(),
              read.map(file -> perplexity(file, options, sentences, progress)).orElse(null),
              classified
                  .map(file -> label(file, wanted.orElseThrow(), options, sentences, progress))
                  .orElse(null));
      progress.clear();
      console.out().print(output.isJson() ? new JsonLines().line(fluency) + "\n" : table(fluency));
      return ExitCode.SUCCESS;
    }
  }

  private String located(Sentence sentence, @Nullable String what) {
    return "%s:%d: %s".formatted(SentenceFiles.name(hypotheses.getValue()), sentence.line(), what);
  }

  private Perplexity perplexity(
      Path file, BertModelOptions options, List<Sentence> sentences, ProgressDisplay progress) {
    try (CausalLanguageModel model =
        CausalLanguageModel.open(file, options.cache(), options.threads())) {
      List<Likelihood> likelihoods = inParts("reading", sentences, progress, model::likelihoods);
      return Perplexity.of(
          likelihoods.stream().mapToDouble(Likelihood::logProbability).toArray(),
          likelihoods.stream().mapToInt(Likelihood::pieces).toArray());
    }
  }

  private Label label(
      Path file,
      String wanted,
      BertModelOptions options,
      List<Sentence> sentences,
      ProgressDisplay progress) {
    try (TextClassifier model =
        TextClassifier.open(file, wanted, options.cache(), options.threads())) {
      double[] probabilities =
          inParts(
                  "classifying",
                  sentences,
                  progress,
                  texts -> finite(file, model.logProbabilities(texts)))
              .stream()
              .mapToDouble(Math::exp)
              .toArray();
      double sum = 0;
      double above = 0;
      for (double probability : probabilities) {
        sum += probability;
        above += probability > 0.5 ? 1 : 0;
      }
      return new Label(wanted, above / probabilities.length, sum / probabilities.length);
    }
  }

  private static List<Double> finite(Path file, List<Double> logProbabilities) {
    if (logProbabilities.stream().anyMatch(value -> value.isNaN())) {
      throw new InvalidInputException(
          "classifier",
          "classifier %s: its answer is no finite number: its weights are damaged".formatted(file));
    }
    return logProbabilities;
  }

  private <T> List<T> inParts(
      String doing,
      List<Sentence> sentences,
      ProgressDisplay progress,
      Function<List<String>, List<T>> measured) {
    List<T> all = new ArrayList<>();
    for (int first = 0; first < sentences.size(); first += AT_ONCE) {
      progress.show(doing, first, sentences.size(), "");
      List<Sentence> part = sentences.subList(first, Math.min(first + AT_ONCE, sentences.size()));
      try {
        all.addAll(measured.apply(part.stream().map(Sentence::text).toList()));
      } catch (InvalidInputException e) {
        part.forEach(sentence -> all.addAll(alone(sentence, measured)));
      }
    }
    return all;
  }

  /** Measures one sentence, so that what is wrong is said with its line. */
  private <T> List<T> alone(Sentence sentence, Function<List<String>, List<T>> measured) {
    try {
      return measured.apply(List.of(sentence.text()));
    } catch (InvalidInputException e) {
      throw new InvalidInputException(e.field(), located(sentence, e.getMessage()), e);
    }
  }

  private static String table(Fluency fluency) {
    StringBuilder table =
        new StringBuilder("%s sentences%n".formatted(Figures.count(fluency.sentences())));
    Perplexity perplexity = fluency.perplexity();
    if (perplexity != null) {
      table.append(
          "perplexity %s, mean of sentences %s; %s pieces%n"
              .formatted(
                  Figures.decimal(perplexity.pooled(), 2),
                  Figures.decimal(perplexity.meanOfSentences(), 2),
                  Figures.count(perplexity.pieces())));
    }
    Label said = fluency.label();
    if (said != null) {
      table.append(
          "label %s: %s of the sentences, mean probability %s%n"
              .formatted(
                  said.label(),
                  Figures.percent(said.share()),
                  Figures.probability(said.meanProbability())));
    }
    return table.toString();
  }
}
