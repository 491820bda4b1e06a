package dev.infill.web.cli.fill;

import dev.infill.core.InvalidInputException;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.sampler.Setting;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.PreparedFill;
import dev.infill.core.text.MaskedLanguageModel;
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
import dev.infill.web.protein.DesignFiles;
import dev.infill.web.protein.Designs;
import dev.infill.web.protein.Redesign;
import dev.infill.web.protein.ResidueModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
      "whose help explains M and p: a position is a blank there, a design a filling.",
      "",
      "After the number of mutations comes the difference d of M from the wild type's:",
      "a design is exp(d) times as probable as the wild type.",
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
    Optional<DesignFiles> files =
        Optional.ofNullable(out.<@Nullable Path>getValue()).map(DesignFiles::new);
    files.ifPresent(named -> named.check(redesigns.size(), force.getValue()));
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet());
        MaskedLanguageModel loaded = model.open(models, parsed, progress)) {
      progress.clear();
      ResidueModel residues = ResidueModel.of(loaded);
      List<PreparedFill> texts =
          redesigns.stream().map(redesign -> residues.prepare(redesign, chosen)).toList();
      List<Designs> found = new ArrayList<>();
      for (int k = 0; k < texts.size() && !interruption.isInterrupted(); k++) {
        found.add(design(residues, redesigns.get(k), texts.get(k), progress));
        print(found.get(k));
      }
      files.ifPresent(named -> named.write(found));
      return interruption.isInterrupted() ? ExitCode.INTERRUPTED : ExitCode.SUCCESS;
    }
  }

  private Designs design(
      ResidueModel residues, Redesign redesign, PreparedFill text, ProgressDisplay progress) {
    FillProgress shown = new FillProgress(console, progress, System::nanoTime);
    Cancellation cancellation = interruption.beginSampling();
    try {
      FillResult result = new Infiller(residues.model()).fill(text, shown, cancellation);
      shown.clear();
      return new Designs(redesign, residues.wildType(redesign, progress), result);
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
