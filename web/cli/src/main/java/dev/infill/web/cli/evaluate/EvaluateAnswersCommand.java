package dev.infill.web.cli.evaluate;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.InfillSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.corpora.CorpusFormat;
import dev.infill.corpora.task.MaskingTask;
import dev.infill.evaluation.answers.AnswerComparison;
import dev.infill.evaluation.answers.AnswerMethod;
import dev.infill.evaluation.answers.AnswerRecord;
import dev.infill.evaluation.answers.AnswerReport;
import dev.infill.evaluation.answers.AnswerRun;
import dev.infill.evaluation.answers.AnswerSummary;
import dev.infill.evaluation.answers.BlankDesign;
import dev.infill.evaluation.answers.SampledAnswers;
import dev.infill.evaluation.experiment.ExperimentContext;
import dev.infill.evaluation.experiment.ReferenceCorpus;
import dev.infill.evaluation.experiment.SamplerSpec;
import dev.infill.evaluation.experiment.UpdatesPerStep;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommaList;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.NamedCorpus;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SamplerSpecs;
import dev.infill.web.cli.option.SeedOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill evaluate answers}: samplers beside the other ways to use the same model. */
@Command(
    name = "answers",
    description = "Compare the answers of samplers with those of other ways to use the same model.",
    footer = {
      "",
      "Examples:",
      "  infill evaluate answers --out answers --texts 2 tbc.txt",
      "  infill evaluate answers --out answers --seed 2 --texts 43 tbc.txt wiki103.txt",
      "  infill evaluate answers --out answers --blanks 3,3+ \\",
      "      --samplers gibbs,gibbs-mh+select=best,dmala+steps=200 books=corpus.txt.gz",
      "  infill evaluate answers --out errors --samplers gibbs-mh,dmala \\",
      "      --reference gibbs-mh+chains=100+steps=2000+max-passes=20000 tbc.txt",
      "",
      "Blanks are of one word, drawn by the seed, apart or (3+) in pairs side by side.",
      "Beside the samplers, whose other settings are the defaults, there are: blanks",
      "taken independently; beams from left to right, of 5, and of 20 ranked by U;",
      "the most confident blank first, with a beam of 5; mask-predict (Ghazvininejad",
      "et al. 2019). gibbs is pseudo-Gibbs, without acceptance.",
      "",
      "Columns: U of the best answer and mean U of all; in how many texts an answer",
      "has the highest U that any method found; in how many the original is among the",
      "answers; at how many blanks some answer has the original word; different words",
      "of the answers a blank; their self-BLEU; by how much of their size probabilities",
      "are wrong, with --reference; sequences through the model; seconds.",
      "",
      "Writes into DIR: answers.md, tables with 95 %% intervals, and answers.jsonl with",
      "all answers. Killed at any moment, the same command goes on where it was; it may",
      "then name further samplers."
    })
public final class EvaluateAnswersCommand implements Callable<Integer> {
  private static final int DEFAULT_TEXTS = 4;
  private static final String DEFAULT_SAMPLERS = "gibbs,gibbs-mh";
  private static final String ALL_DESIGNS = "1,2,2+,3,3+,4,4+";

  /** What may follow the name of a sampler here, beside what may in experiments. */
  private static final List<Setting<?>> MORE_SETTINGS =
      List.of(
          Settings.SELECT,
          Settings.DIVERSITY,
          Settings.CHAINS,
          Settings.STEPS,
          Settings.POOL,
          Settings.MAX_PASSES);

  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final Arguments arguments = new Arguments();
  private final OptionSpec reader =
      CommandOption.choice("--reader", CorpusFormat.class)
          .paramLabel("HOW")
          .description(
              "How corpora are read, as for infill corpus. Default: guessed from the file's name"
                  + " and first 64 KiB.")
          .build();
  private final OptionSpec texts =
      CommandOption.number(
          "--texts",
          "How many texts are drawn of each corpus for each number of blanks.",
          DEFAULT_TEXTS);
  private final OptionSpec blanks =
      CommandOption.value("--blanks", "LIST", String.class)
          .defaultValue(ALL_DESIGNS)
          .description(
              "How many blanks texts have, with commas between; + for those in pairs. Default: "
                  + ALL_DESIGNS
                  + ".")
          .build();
  private final OptionSpec samplers =
      CommandOption.value("--samplers", "NAME,NAME", String.class)
          .defaultValue(DEFAULT_SAMPLERS)
          .description(SamplerSpecs.syntax(MORE_SETTINGS) + ". Default: " + DEFAULT_SAMPLERS + ".")
          .build();
  private final OptionSpec reference =
      CommandOption.value("--reference", "SAMPLER", String.class)
          .description(
              "One more sampler, whose probabilities those of the others are held against: give it"
                  + " many passes, as in gibbs-mh+chains=100+steps=2000+max-passes=20000.")
          .build();
  private final OptionSpec seed = SeedOption.fixed("Seed of the texts and the samplers.");
  private final OptionSpec out =
      CommandOption.value("--out", "DIR", Path.class)
          .required(true)
          .description(
              "The folder of the comparison. If it holds a part of the same, that is continued.")
          .build();
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  public EvaluateAnswersCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "[NAME=]FILE",
        arity = "1..*",
        hideParamSyntax = true,
        description = "A corpus, plain or gzip; named by its file unless given a name.")
    private List<String> corpora = List.of();
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add(
            "Texts",
            CommandSpec.forAnnotatedObject(arguments)
                .addOption(reader)
                .addOption(texts)
                .addOption(blanks)
                .addOption(seed))
        .add(
            "Compared",
            CommandSpec.create().addOption(samplers).addOption(reference).addOption(out))
        .add("Model", model.spec())
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    List<BlankDesign> designs =
        CommaList.parse(blanks.getValue()).stream().map(this::design).toList();
    List<ReferenceCorpus> corpora = corpora();
    int count = parsed.matchedOptionValue("--texts", DEFAULT_TEXTS);
    if (count < 1) {
      throw new InvalidInputException("texts", "at least 1 text, not " + count);
    }
    long drawnBy = SeedOption.fixedValue(parsed);
    List<SampledAnswers> compared = new ArrayList<>(samplers(samplers.getValue(), drawnBy));
    Optional<String> held = reference(drawnBy, compared);
    AnswerComparison comparison = AnswerComparison.standard(compared);
    Path folder = parsed.matchedOption("--out").getValue();
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      List<Text> drawn = drawn(loaded, corpora, designs, drawnBy, count);
      Map<String, String> context =
          new TreeMap<>(ExperimentContext.of(loaded.description(), corpora));
      context.put("seed", Long.toString(drawnBy));
      context.put("infill", Versions.current().infill());
      try (AnswerRecord record = AnswerRecord.open(folder, context)) {
        boolean complete = run(loaded, comparison, drawn, record, progress);
        List<AnswerRun> runs = compared(comparison, drawn, record.runs());
        if (!runs.isEmpty()) {
          record.write("answers.md", new AnswerReport(runs, held).markdown(context));
          print(AnswerSummary.of(runs, held));
        }
        return complete ? ExitCode.SUCCESS : ExitCode.INTERRUPTED;
      }
    }
  }

  /** A sentence, and how its blanks lie. */
  private record Text(MaskingTask task, BlankDesign design) {
    boolean isOf(AnswerRun run) {
      return run.task().equals(task.id()) && run.design().equals(design);
    }
  }

  /** In turn, so that a comparison that was broken off has texts of all kinds. */
  private static List<Text> drawn(
      MaskedLanguageModel loaded,
      List<ReferenceCorpus> corpora,
      List<BlankDesign> designs,
      long drawnBy,
      int count) {
    List<List<List<MaskingTask>>> tasks =
        corpora.stream()
            .map(corpus -> AnswerComparison.draw(loaded, corpus, designs, drawnBy, count))
            .toList();
    List<List<Text>> kinds = new ArrayList<>();
    for (int d = 0; d < designs.size(); d++) {
      for (List<List<MaskingTask>> ofCorpus : tasks) {
        BlankDesign design = designs.get(d);
        kinds.add(ofCorpus.get(d).stream().map(task -> new Text(task, design)).toList());
      }
    }
    return IntStream.range(0, count)
        .boxed()
        .flatMap(k -> kinds.stream().map(kind -> kind.get(k)))
        .toList();
  }

  /** One method on one text. */
  private record Pending(Text text, AnswerMethod method) {
    boolean isMade(List<AnswerRun> runs) {
      return runs.stream().anyMatch(run -> text.isOf(run) && run.method().equals(method.name()));
    }
  }

  /** Runs what has not been run before; says whether nothing is left. */
  private boolean run(
      MaskedLanguageModel loaded,
      AnswerComparison comparison,
      List<Text> texts,
      AnswerRecord record,
      ProgressDisplay progress) {
    List<AnswerRun> before = record.runs();
    List<Pending> pending =
        texts.stream()
            .flatMap(text -> comparison.methods().stream().map(method -> new Pending(text, method)))
            .filter(run -> !run.isMade(before))
            .toList();
    int all = texts.size() * comparison.methods().size();
    int made = all - pending.size();
    long began = System.nanoTime();
    Cancellation cancellation = interruption.beginSampling();
    try {
      for (int done = 0; done < pending.size(); done++) {
        Pending next = pending.get(done);
        progress.show(
            "answering",
            made + done,
            all,
            "%s on %s".formatted(next.method().name(), next.text().task().id()));
        Optional<AnswerRun> run =
            comparison.run(
                next.method(), loaded, next.text().task(), next.text().design(), cancellation);
        if (run.isEmpty()) {
          progress.clear();
          console.complain(
              "stopped with %d of %d runs made; the same command continues"
                  .formatted(made + done, all));
          return false;
        }
        record.add(run.get());
        if (!progress.isVisible() && (made + done + 1) % comparison.methods().size() == 0) {
          progress.notice(
              "%d of %d runs made, about %s left"
                  .formatted(
                      made + done + 1,
                      all,
                      ProgressDisplay.remaining(
                          (System.nanoTime() - began) / 1e9, done + 1, pending.size())));
        }
      }
      return true;
    } finally {
      progress.clear();
      interruption.endSampling();
    }
  }

  /** Returns the runs of the texts that all methods have answered to. */
  private static List<AnswerRun> compared(
      AnswerComparison comparison, List<Text> texts, List<AnswerRun> runs) {
    List<String> names = comparison.methods().stream().map(AnswerMethod::name).toList();
    List<AnswerRun> compared = new ArrayList<>();
    for (Text text : texts) {
      Map<String, AnswerRun> byMethod =
          runs.stream()
              .filter(text::isOf)
              // A folder may hold a run twice, from before names had to differ.
              .collect(
                  Collectors.toMap(
                      AnswerRun::method, Function.identity(), (first, second) -> first));
      if (byMethod.keySet().containsAll(names)) {
        names.forEach(name -> compared.add(byMethod.get(name)));
      }
    }
    return compared;
  }

  private void print(List<AnswerSummary> summaries) {
    JsonLines json = new JsonLines();
    console
        .out()
        .print(
            output.isJson()
                ? summaries.stream()
                    .map(summary -> json.line(summary) + "\n")
                    .collect(Collectors.joining())
                : AnswersTable.render(summaries));
  }

  private List<ReferenceCorpus> corpora() {
    Optional<CorpusFormat> given = Optional.ofNullable(reader.<@Nullable CorpusFormat>getValue());
    List<NamedCorpus> named = arguments.corpora.stream().map(NamedCorpus::parse).toList();
    if (named.stream().map(NamedCorpus::name).distinct().count() < named.size()) {
      throw new InvalidInputException(
          "corpora",
          "two corpora are called the same, %s; give them names, as in one=FILE other=FILE"
              .formatted(named.stream().map(NamedCorpus::name).collect(Collectors.joining(", "))));
    }
    return named.stream()
        .map(
            corpus -> {
              Path file = Path.of(corpus.file());
              return new ReferenceCorpus(
                  corpus.name(), file, given.orElseGet(() -> CorpusFormat.guess(file)));
            })
        .toList();
  }

  private BlankDesign design(String value) {
    if (!value.matches("[1-9][+]?") || value.equals("1+")) {
      throw new InvalidInputException(
          "blanks", "'%s': give 1 to 9, with a + from 2 on for blanks in pairs".formatted(value));
    }
    return new BlankDesign(value.charAt(0) - '0', value.endsWith("+"));
  }

  /** Adds the reference to the samplers, if it is not among them; returns its name. */
  private Optional<String> reference(long drawnBy, List<SampledAnswers> compared) {
    String given = reference.getValue();
    if (given == null) {
      return Optional.empty();
    }
    List<SampledAnswers> named = samplers(given, drawnBy);
    if (named.size() != 1 || !named.get(0).settings().sampler().isExact()) {
      throw new InvalidInputException(
          "reference", "'%s': give one sampler, and an exact one".formatted(given));
    }
    double temperature = named.get(0).settings().temperature();
    for (SampledAnswers sampler : compared) {
      if (Double.compare(sampler.settings().temperature(), temperature) != 0) {
        throw new InvalidInputException(
            "reference",
            "'%s' has other probabilities than '%s', as its temperature is another one"
                .formatted(sampler.name(), given));
      }
    }
    String name = named.get(0).name();
    if (compared.stream().noneMatch(sampler -> sampler.name().equals(name))) {
      compared.addAll(named);
    }
    return Optional.of(name);
  }

  private static List<SampledAnswers> samplers(String list, long drawnBy) {
    InfillSettings settings =
        InfillSettings.defaults().toBuilder().seed(OptionalLong.of(drawnBy)).build();
    List<SamplerSpec> parsed = SamplerSpecs.parse(list, settings, MORE_SETTINGS);
    if (parsed.stream().anyMatch(sampler -> sampler.updates() != UpdatesPerStep.ONE)) {
      throw new InvalidInputException(
          "samplers", "updates is for infill evaluate paper; here a step is what it is for fill");
    }
    return parsed.stream()
        .map(sampler -> new SampledAnswers(sampler.label(), sampler.settings()))
        .toList();
  }
}
