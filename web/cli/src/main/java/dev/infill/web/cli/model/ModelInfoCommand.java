package dev.infill.web.cli.model;

import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.Manifest;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.NetworkSizes;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Figures;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** {@code infill model info}: shows all that is known of compiled models. */
@Command(
    name = "info",
    description = "Describe compiled models.",
    footer = {
      "",
      "Examples:",
      "  infill model info bert-base-uncased",
      "  infill model info bd4c6c5a --format json",
      "",
      "Name a model by its source, or by the beginning of its id."
    })
public final class ModelInfoCommand implements Callable<Integer> {
  private final ModelCommandFrame frame;
  private final Arguments arguments = new Arguments();

  public ModelInfoCommand(Console console) {
    this.frame = new ModelCommandFrame(console);
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "MODEL",
        arity = "1..*",
        hideParamSyntax = true,
        description =
            "The model: its source, or the last name of its path, or the beginning of its id.")
    private List<String> names = List.of();
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    return frame.spec(this, "Models", Optional.of(CommandSpec.forAnnotatedObject(arguments)));
  }

  @Override
  public Integer call() {
    String between = "";
    for (CachedModel model : CachedModels.select(frame.inventory(), arguments.names)) {
      frame.print(CachedModelJson.of(model), between + details(model));
      between = "\n";
    }
    return ExitCode.SUCCESS;
  }

  private static String details(CachedModel model) {
    Optional<Manifest> known = model.description();
    List<String> locations =
        model.locations().isEmpty()
            ? List.of("nothing that is still there as it was")
            : model.locations();
    return line("id", model.id())
        + line("source", CachedModels.source(model))
        + line("folder", model.folder().toString())
        + line("size", Figures.count(model.bytes()) + " bytes")
        + line("sha256", known.map(Manifest::sha256).orElse(null))
        + line("family", known.map(Manifest::family).orElse(null))
        + line("network", known.map(manifest -> network(manifest.configuration())).orElse(null))
        + line("matrices", known.map(manifest -> Choices.label(manifest.matrices())).orElse(null))
        + line("graphs", "version " + model.graphVersion())
        + line("compiled", model.compiled().toString())
        + line("last used", model.lastUsed().toString())
        + locations.stream().map(path -> line("read from", path)).collect(Collectors.joining());
  }

  private static String line(String name, @Nullable String value) {
    return "%-10s %s%n"
        .formatted(name, value == null ? "(not known)" : AnnotatedText.printable(value));
  }

  private static String network(NetworkSizes sizes) {
    String pieces = Figures.count(sizes.vocabularySize());
    return sizes instanceof BertConfiguration bert
        ? "%d layers of %d, %d heads, %s pieces"
            .formatted(bert.layers(), bert.hiddenSize(), bert.heads(), pieces)
        : "an ONNX graph, %s pieces".formatted(pieces);
  }
}
