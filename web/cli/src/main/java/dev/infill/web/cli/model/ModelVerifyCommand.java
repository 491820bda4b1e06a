package dev.infill.web.cli.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.infill.bert.BertModel;
import dev.infill.bert.BertModelOptions;
import dev.infill.bert.ModelCheck;
import dev.infill.bert.runtime.NonFiniteAnswerException;
import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.ModelInventory;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Palette;
import dev.infill.web.cli.console.Percent;
import dev.infill.web.cli.console.ProgressDisplay;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code infill model verify}: checks compiled models. */
@Command(
    name = "verify",
    description = "Check the files of compiled models, and whether they work.",
    footer = {
      "",
      "Examples:",
      "  infill model verify",
      "  infill model verify bert-base-uncased --format json",
      "  infill model verify --files-only",
      "",
      "Every file is read and its checksum compared. Then the model is run: its",
      "likeliest words for a blank are shown, its exact gradient is held against finite",
      "differences of the energy, and its own terms against log f. The exit code is 1",
      "if a model is damaged or its gradients are wrong; infill model prune deletes",
      "damaged ones."
    })
public final class ModelVerifyCommand implements Callable<Integer> {
  private final ModelCommandFrame frame;
  private final Arguments arguments = new Arguments();

  public ModelVerifyCommand(Console console) {
    this.frame = new ModelCommandFrame(console);
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "MODEL",
        arity = "0..*",
        hideParamSyntax = true,
        description =
            "The model: its source, or the last name of its path, or the beginning of its id."
                + " Default: all in the cache.")
    private List<String> names = List.of();

    @Option(names = "--files-only", description = "Check the files, and run no model.")
    private boolean filesOnly;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    return frame.spec(this, "Models", Optional.of(CommandSpec.forAnnotatedObject(arguments)));
  }

  @Override
  public Integer call() {
    ModelInventory inventory = frame.inventory();
    List<CachedModel> models = CachedModels.select(inventory, arguments.names);
    boolean sound = true;
    try (ProgressDisplay progress = frame.progress()) {
      for (CachedModel model : models) {
        progress.opening();
        VerifiedModelJson verified = verify(inventory, model, progress);
        progress.clear();
        sound &= verified.sound();
        frame.print(verified, describe(model, verified));
      }
    }
    frame.explainIfEmpty(models, inventory);
    return sound ? ExitCode.SUCCESS : ExitCode.FAILURE;
  }

  private VerifiedModelJson verify(
      ModelInventory inventory, CachedModel model, ProgressDisplay progress) {
    Optional<String> damage = inventory.damage(model);
    if (damage.isPresent() || arguments.filesOnly) {
      return VerifiedModelJson.of(model, damage.orElse(null), null);
    }
    Optional<BertModel> opened =
        BertModel.open(inventory, model, BertModelOptions.defaults().withListener(progress));
    if (opened.isEmpty()) {
      return VerifiedModelJson.of(model, null, null);
    }
    try (BertModel running = opened.get()) {
      return VerifiedModelJson.of(model, null, ModelCheck.of(running));
    } catch (NonFiniteAnswerException e) {
      return VerifiedModelJson.of(model, e.getMessage(), null);
    }
  }

  private String describe(CachedModel model, VerifiedModelJson verified) {
    Palette palette = frame.palette();
    StringBuilder text = new StringBuilder();
    text.append(CachedModels.label(model)).append(": ");
    if (verified.damage() != null) {
      return text.append(palette.warning("damaged")).append(": ").append(verified.damage()) + "\n";
    }
    ModelCheck check = verified.check();
    if (check == null && model.description().isEmpty()) {
      return text.append("compiled by another version of Infill, and not checked\n").toString();
    }
    if (check == null) {
      return text.append("files are whole\n").toString();
    }
    text.append(
        verified.sound()
            ? "sound"
            : palette.warning("files are whole, but its gradients are wrong"));
    text.append(
        "%n  %s  %s%n"
            .formatted(
                check.text(),
                check.guesses().stream()
                    .map(
                        guess ->
                            AnnotatedText.printable(guess.token())
                                + " "
                                + Percent.about(guess.probability()))
                    .collect(Collectors.joining(", "))));
    text.append(
        "  %s, own terms within %.1g of log f%n"
            .formatted(exactGradient(check.exactError()), check.ownTermError()));
    return text.toString();
  }

  private static String exactGradient(OptionalDouble error) {
    return error.isEmpty()
        ? "no exact gradient to check"
        : "exact gradient within %.1g of finite differences".formatted(error.getAsDouble());
  }

  /**
   * What was found out of a compiled model.
   *
   * @param id the name of its folder
   * @param source what was compiled; null if its manifest cannot be read
   * @param sound whether its files are whole, and its gradients right where they were checked
   * @param damage which file is damaged, and how; null if none is
   * @param check what it did; null if it is damaged, or cannot be run by this version
   */
  private record VerifiedModelJson(
      String id,
      @Nullable String source,
      boolean sound,
      @Nullable String damage,
      @JsonIgnoreProperties("tolerance") @Nullable ModelCheck check) {
    static VerifiedModelJson of(
        CachedModel model, @Nullable String damage, @Nullable ModelCheck check) {
      return new VerifiedModelJson(
          model.id(),
          CachedModels.source(model),
          damage == null && (check == null || check.isPassed()),
          damage,
          check);
    }
  }
}
