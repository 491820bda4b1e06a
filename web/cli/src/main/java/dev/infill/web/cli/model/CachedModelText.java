package dev.infill.web.cli.model;

import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.Manifest;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.NetworkSizes;
import dev.infill.web.api.Choices;
import dev.infill.web.cli.console.AnnotatedText;
import dev.infill.web.cli.console.Figures;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a compiled model is shown.
 *
 * @param model the model
 */
record CachedModelText(CachedModel model) {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneOffset.UTC);

  /** Returns a row of a list. */
  String row() {
    return "%7s  %s  %s  %s%n"
        .formatted(
            megabytes(model.bytes()),
            DAY.format(model.lastUsed()),
            CachedModels.label(model),
            Stream.of(model.description().map(Manifest::family), sizes(), numberFormat())
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", ")));
  }

  /** Returns all that is known, a line each. */
  String details() {
    StringBuilder text = new StringBuilder();
    line(text, "id", model.id());
    line(text, "source", CachedModels.source(model));
    line(text, "folder", model.folder().toString());
    line(text, "size", Figures.count(model.bytes()) + " bytes");
    line(text, "sha256", model.description().map(Manifest::sha256).orElse(null));
    line(text, "family", family());
    line(text, "network", sizes().orElse(null));
    line(text, "matrices", numberFormat().orElse(null));
    line(text, "graphs", "version " + model.graphVersion());
    line(text, "compiled", time(model.compiled()));
    line(text, "last used", time(model.lastUsed()));
    model.locations().forEach(location -> line(text, "read from", location));
    if (model.locations().isEmpty()) {
      line(text, "read from", "nothing that is still there as it was");
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, @Nullable String value) {
    text.append(
        "%-10s %s%n"
            .formatted(name, value == null ? "(not known)" : AnnotatedText.printable(value)));
  }

  /** Returns what programs read. */
  CachedModelJson json() {
    return new CachedModelJson(
        model.id(),
        CachedModels.source(model),
        model.locations(),
        model.folder().toString(),
        model.bytes(),
        model.description().map(Manifest::sha256).orElse(null),
        model.graphVersion(),
        model.compiled().toString(),
        model.lastUsed().toString(),
        numberFormat().orElse(null),
        model.description().flatMap(CachedModelText::architecture).orElse(null));
  }

  private Optional<String> numberFormat() {
    return model.description().map(known -> Choices.label(known.matrices()));
  }

  private @Nullable String family() {
    return model.description().map(Manifest::family).orElse(null);
  }

  private static Optional<CachedModelJson.Architecture> architecture(Manifest description) {
    return description.configuration() instanceof BertConfiguration sizes
        ? Optional.of(architecture(description, sizes))
        : Optional.empty();
  }

  private static CachedModelJson.Architecture architecture(
      Manifest description, BertConfiguration sizes) {
    return new CachedModelJson.Architecture(
        description.family(),
        sizes.layers(),
        sizes.architecture().storedLayers(),
        sizes.hiddenSize(),
        sizes.heads(),
        sizes.intermediateSize(),
        sizes.architecture().embeddingSize(),
        Choices.label(sizes.architecture().activation()),
        sizes.architecture().tiedDecoder(),
        sizes.vocabularySize(),
        sizes.maxPositions(),
        description.lowerCase());
  }

  private Optional<String> sizes() {
    return model.description().map(Manifest::configuration).map(CachedModelText::sizes);
  }

  private static String sizes(NetworkSizes sizes) {
    String pieces = Figures.count(sizes.vocabularySize());
    return sizes instanceof BertConfiguration bert
        ? "%d layers of %d, %d heads, %s pieces"
            .formatted(bert.layers(), bert.hiddenSize(), bert.heads(), pieces)
        : "an ONNX graph, %s pieces".formatted(pieces);
  }

  static String megabytes(long bytes) {
    return Figures.count(Math.round(bytes / 1e6)) + " MB";
  }

  private static String time(Instant time) {
    return time.toString();
  }
}
