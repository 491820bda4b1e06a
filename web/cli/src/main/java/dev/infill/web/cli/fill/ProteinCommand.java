package dev.infill.web.cli.fill;

import dev.infill.core.DurableFolders;
import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.score.Score;
import dev.infill.core.score.Scorer;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.core.text.TokenizedText;
import dev.infill.core.text.Vocabulary;
import dev.infill.corpora.file.AtomicFile;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.Versions;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.cli.option.ModelLoader;
import dev.infill.web.cli.option.ModelOptions;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import dev.infill.web.cli.option.SettingOptions;
import dev.infill.web.protein.Designs;
import dev.infill.web.protein.Fasta;
import dev.infill.web.protein.ProteinSequence;
import dev.infill.web.protein.Redesign;
import dev.infill.web.protein.SequenceLogo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code infill protein}: redesigns positions of proteins. */
@Command(
    name = "protein",
    description = "Redesign positions of a protein with a model of proteins, such as ESM-2.",
    footer = {
      "",
      "Examples:",
      "  infill protein --model esm2 --redesign 10-14,20 MKTAYIAKQRQISFVKSHFSRQ",
      "  infill protein --model esm2 --redesign all --fixed 1,5-7 --forbid C \\",
      "      --max-run 3 MKTAYIAKQRQISFVKSHFSRQ",
      "  infill protein --model esm2 --fasta wild.fasta --redesign 10-14 \\",
      "      --allow 12=AVLI --top 20 --out designs",
      "",
      "esm2 stands for the folder of an ESM-2. The other options are those of fill,",
      "whose help says what M and p are: a position is a blank there, a design a",
      "filling.",
      "",
      "Behind the number of mutations stands by how much M is above the wild type's: a",
      "design is exp of that times as probable as the wild type.",
      "",
      "--out writes DIR/designs.fasta and, of record N, the sequence logo",
      "DIR/logo-N.svg."
    })
public final class ProteinCommand implements Callable<Integer> {
  /** As many as an ESM-2 reads, so that all positions of a protein can be redesigned. */
  private static final int MAX_BLANKS = 1_022;

  private static final FillSettings DEFAULTS =
      FillSettings.defaults().with(Settings.MAX_BLANKS, MAX_BLANKS);

  /** Words are residues here, which have options of their own. */
  private static final List<Setting<?>> OF_WORDS =
      List.of(Settings.ALLOW, Settings.FORBID, Settings.VOCABULARY, Settings.KEYWORD);

  private static final String DESIGNS = "designs.fasta";

  private final Console console;
  private final ModelLoader models;
  private final Interruption interruption;
  private final ProteinOptions proteins = new ProteinOptions();
  private final SettingOptions options =
      new SettingOptions(
          Settings.OF_FILL.stream()
              .filter(setting -> !OF_WORDS.contains(setting))
              .<Setting<?>>map(setting -> setting)
              .toList(),
          DEFAULTS);
  private final ModelOptions model = new ModelOptions();
  private final OutputOptions output = new OutputOptions();
  private final OptionSpec out =
      CommandOption.value("--out", "DIR", Path.class)
          .description("Write the designs as FASTA, and sequence logos as SVG, into this folder.")
          .build();
  private final OptionSpec force =
      CommandOption.flag("--force", "Replace files of --out that are there.");

  @Spec private CommandSpec spec = CommandSpec.create();

  public ProteinCommand(Console console, ModelLoader models, Interruption interruption) {
    this.console = console;
    this.models = models;
    this.interruption = interruption;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Proteins", CommandSpec.forAnnotatedObject(proteins))
        .addAll(options.groups("Search"))
        .add("Model", modelOptions())
        .add("Output", output.specWithDetails().addOption(out).addOption(force))
        .applyTo(command);
    return command;
  }

  /** No model of proteins comes with the build. */
  private CommandSpec modelOptions() {
    CommandSpec options = model.spec();
    OptionSpec name = options.findOption("--model");
    return options
        .remove(name)
        .addOption(
            OptionSpec.builder(name)
                .description(
                    "The model: the path of the folder of an ESM-2 or a ProtBERT in Hugging Face's"
                        + " form, or hf:OWNER/NAME[@REVISION], which is downloaded from the"
                        + " Hugging Face hub. Required.")
                .build());
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    FillSettings chosen = options.chosen(parsed).over(DEFAULTS);
    if (!parsed.hasMatchedOption("--model")) {
      throw new InvalidInputException(
          "model", "give --model with the folder of a model of proteins, such as ESM-2");
    }
    List<Redesign> redesigns = proteins.redesigns(console);
    Optional<Path> folder = Optional.ofNullable(out.getValue());
    folder.ifPresent(named -> check(named, redesigns.size()));
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      progress.clear();
      String between = betweenLetters(loaded);
      Infiller infiller = new Infiller(loaded);
      List<PreparedFill> texts = new ArrayList<>();
      for (Redesign redesign : redesigns) {
        requireKnown(loaded, redesign.wildType());
        texts.add(prepared(infiller, redesign, between, chosen));
      }
      List<Designs> found = new ArrayList<>();
      for (int k = 0; k < texts.size() && !interruption.isInterrupted(); k++) {
        found.add(design(loaded, infiller, redesigns.get(k), between, texts.get(k), progress));
        print(found.get(k));
      }
      folder.ifPresent(named -> write(named, found));
      return interruption.isInterrupted() ? ExitCode.INTERRUPTED : ExitCode.SUCCESS;
    }
  }

  /** Refuses a folder that must not be written to; touches nothing. */
  private void check(Path folder, int records) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new InvalidInputException("out", folder + " is there and is not a folder");
    }
    AtomicFile.check(folder.resolve(DESIGNS), force.getValue());
    IntStream.rangeClosed(1, records)
        .forEach(record -> AtomicFile.check(folder.resolve(logo(record)), force.getValue()));
  }

  private static String logo(int record) {
    return "logo-%d.svg".formatted(record);
  }

  /** Writes the designs of all records and, where marginals are known, the logo of each. */
  private static void write(Path folder, List<Designs> records) {
    try {
      DurableFolders.create(folder);
      List<ProteinSequence> sequences = new ArrayList<>();
      for (int k = 0; k < records.size(); k++) {
        Designs designs = records.get(k);
        sequences.addAll(designs.sequences());
        if (!designs.result().marginals().isEmpty()) {
          AtomicFile.write(
              folder.resolve(logo(k + 1)),
              SequenceLogo.svg(designs.redesign().wildType(), designs.marginals()));
        }
      }
      AtomicFile.write(folder.resolve(DESIGNS), Fasta.written(sequences));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s cannot be written: %s".formatted(folder, FailureReason.of(e)), e);
    }
  }

  /**
   * Returns what stands between the residues of a protein where a model reads one by one: nothing,
   * or a space, as for a ProtBERT, whose word pieces are letters.
   *
   * @throws InvalidInputException for field {@code model} if it does not read them so
   */
  private static String betweenLetters(MaskedLanguageModel loaded) {
    return Stream.of("", " ")
        .filter(between -> readsLetters(loaded, between))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "model",
                    "%s is no model of proteins, whose tokens are single amino acids: give --model with the folder of an ESM-2 or a ProtBERT"
                        .formatted(loaded.description().name())));
  }

  private static boolean readsLetters(MaskedLanguageModel loaded, String between) {
    Vocabulary vocabulary = loaded.vocabulary();
    String letters = ProteinSequence.AMINO_ACIDS;
    // Beside the blank and what stands around a text, all of them at once where they fit.
    int atOnce = Math.max(1, Math.min(letters.length(), loaded.maxPieces() - 3));
    for (int from = 0; from < letters.length(); from += atOnce) {
      String some = letters.substring(from, Math.min(from + atOnce, letters.length()));
      String text = BlankedText.MASK + between + String.join(between, some.split(""));
      TokenizedText read = loaded.tokenize(vocabulary.written(BlankedText.parse(text)));
      boolean reads =
          read.length() == some.length() + 3
              && IntStream.range(0, some.length())
                  .allMatch(
                      at ->
                          vocabulary
                              .id(some.substring(at, at + 1))
                              .equals(OptionalInt.of(read.piece(at + 2))));
      if (!reads) {
        return false;
      }
    }
    return true;
  }

  private static void requireKnown(MaskedLanguageModel loaded, ProteinSequence wildType) {
    for (int position = 1; position <= wildType.length(); position++) {
      if (loaded.vocabulary().id("" + wildType.at(position)).isEmpty()) {
        throw new InvalidInputException(
            "sequence",
            "%s does not know the residue %s at position %d of %s"
                .formatted(
                    loaded.description().name(),
                    wildType.at(position),
                    position,
                    wildType.label()));
      }
    }
  }

  private static PreparedFill prepared(
      Infiller infiller, Redesign redesign, String between, FillSettings chosen) {
    try {
      return infiller.prepare(
          BlankedText.parse(redesign.text(between)),
          chosen.with(Settings.ALLOW, redesign.allowed()));
    } catch (InvalidInputException e) {
      throw new InvalidInputException(
          e.field(), redesign.wildType().label() + ": " + e.getMessage(), e);
    }
  }

  private Designs design(
      MaskedLanguageModel loaded,
      Infiller infiller,
      Redesign redesign,
      String between,
      PreparedFill text,
      ProgressDisplay progress) {
    FillProgress shown = new FillProgress(console, progress, System::nanoTime);
    Cancellation cancellation = interruption.beginSampling();
    try {
      FillResult result = infiller.fill(text, shown, cancellation);
      shown.clear();
      Score wildType =
          new Scorer(loaded).scoreFills(redesign.text(between), redesign.wildTypeFills(), progress);
      return new Designs(redesign, wildType, result);
    } finally {
      shown.clear();
      interruption.endSampling();
    }
  }

  private void print(Designs designs) {
    if (output.isJson()) {
      console.out().print(new JsonLines().line(DesignsJson.of(designs, Versions.current())) + "\n");
      return;
    }
    String name = designs.redesign().wildType().name();
    String heading = name.isEmpty() ? "" : output.palette(console).heading(Optional.of(name), "");
    console
        .out()
        .print(
            heading
                + new FillReport(
                        new ReportParts(
                            output.palette(console), console.columns(), output.isDetailed()))
                    .render(designs));
  }
}
