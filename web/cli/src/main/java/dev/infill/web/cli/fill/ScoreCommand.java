package dev.infill.web.cli.fill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.ProgressListener;
import dev.infill.core.score.Score;
import dev.infill.core.score.Scorer;
import dev.infill.core.score.SentenceMasking;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.api.Choices;
import dev.infill.web.api.ScoreJson;
import dev.infill.web.api.ScoreRequest;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommaList;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.TextInput;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill score}: scores given fills, or whole sentences. */
@Command(
    name = "score",
    description = "Score given fills, or a whole sentence, with the model.",
    footer = {
      "",
      "Examples:",
      "  infill score --fills man,street \"the old [MASK] walked down the [MASK] .\"",
      "  infill score --fills paris --fills \"new york\" \"he was born in [MASK:1-3] .\"",
      "  infill score \"the old man walked down the street .\"",
      "  infill score --format json --input sentences.txt",
      "",
      "Without blanks every token is masked in turn: the pseudo-log-likelihood of the",
      "whole sentence."
    })
public final class ScoreCommand implements Callable<Integer> {
  private final Console console;
  private final ModelLoader models;
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final TextInput input = new TextInput();

  @Spec private CommandSpec spec = CommandSpec.create();

  public ScoreCommand(Console console, ModelLoader models) {
    this.console = console;
    this.models = models;
  }

  /** What is scored, on its own so that help shows it in a group. */
  private static final class Scoring {
    @Option(
        names = "--fills",
        paramLabel = "WORD,WORD",
        description =
            "A word for each blank, in order; write \\, for a comma. Repeatable: all are scored,"
                + " and shown from the best to the worst.")
    private List<String> fills = List.of();

    @Option(
        names = "--masking",
        paramLabel = "KIND",
        description =
            "What is masked together with a piece of a sentence: nothing (original), or the"
                + " later pieces of its word, which could give it away (within-word-l2r)."
                + " Default: original.")
    private @Nullable String masking;
  }

  private final Scoring scoring = new Scoring();

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Texts", CommandSpec.forAnnotatedObject(input))
        .add("Score", CommandSpec.forAnnotatedObject(scoring))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    SentenceMasking masking = masking();
    try (TextInput.Opened texts = input.open(console);
        ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      progress.clear();
      Scorer scorer = new Scorer(loaded);
      TextResults<Score> results =
          new TextResults<>(
              console,
              output,
              texts,
              ScoreJson::of,
              new ScoreReport(output.palette(console))::render);
      return texts.forEach(
          () -> false,
          text -> scores(scorer, text, masking).forEach(score -> results.print(text, score)),
          results::refuse);
    }
  }

  private List<Score> scores(Scorer scorer, String text, SentenceMasking masking) {
    return scoring.fills.isEmpty()
        ? List.of(scorer.scoreSentence(text, masking, ProgressListener.NONE))
        : scoring.fills.stream()
            .map(fills -> scorer.scoreFills(text, CommaList.parse(fills)))
            // Per piece, as fills may have different lengths.
            .sorted(
                Comparator.comparingDouble(
                    score -> -score.twoWay().orElse(score.energy()) / score.fills().size()))
            .toList();
  }

  private SentenceMasking masking() {
    String masking = scoring.masking;
    if (masking == null) {
      return SentenceMasking.ORIGINAL;
    }
    if (!scoring.fills.isEmpty()) {
      throw new InvalidInputException("masking", ScoreRequest.SENTENCES_ONLY);
    }
    return Choices.of("masking", SentenceMasking.class).parse(masking);
  }
}
