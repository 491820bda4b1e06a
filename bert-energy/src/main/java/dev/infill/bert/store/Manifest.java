package dev.infill.bert.store;

import dev.infill.bert.graph.ir.ElementType;
import dev.infill.bert.graph.ir.WeightsFile;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.ExportSizes;
import dev.infill.bert.weights.NetworkSizes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a compiled model says of itself.
 *
 * @param source the name of the model that was compiled
 * @param family which kind of model it is; empty if an earlier version of Infill compiled it
 * @param sha256 the SHA-256 of the weights in float32, 64 hexadecimal digits: that of the file of
 *     weights unless that holds matrices in float16
 * @param graphVersion the version of the graphs
 * @param lowerCase whether upper case and accents are removed from texts
 * @param maskToken the token of a blank, where the model has a tokenizer of its own
 * @param configuration the sizes
 * @param weights where the parameters stand
 * @param graphs the names of the graph files
 * @param files size and checksum of every other file of the folder, by its name
 */
public record Manifest(
    String source,
    Optional<String> family,
    String sha256,
    String graphVersion,
    boolean lowerCase,
    Optional<String> maskToken,
    NetworkSizes configuration,
    WeightsFile weights,
    List<String> graphs,
    Map<String, StoredFile> files) {
  private static final String ARCHITECTURE = "architecture";
  private static final String FAMILY = "family";

  /** Of an export, beside the other sizes; of a known network, within its architecture. */
  private static final String EMBEDDING_SIZE = "embeddingSize";

  /** Copies the collections, in their order. */
  public Manifest {
    graphs = List.copyOf(graphs);
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /** Returns what its matrices are stored in: float32 unless a parameter has fewer bytes. */
  public CachedModel.NumberFormat matrices() {
    return weights.entries().values().stream()
            .anyMatch(entry -> entry.element() == ElementType.FLOAT16)
        ? CachedModel.NumberFormat.FLOAT16
        : CachedModel.NumberFormat.FLOAT32;
  }

  Map<String, Object> toTree() {
    Map<String, Object> stored = new TreeMap<>();
    files.forEach(
        (name, file) ->
            stored.put(
                name,
                new TreeMap<String, Object>(Map.of("size", file.size(), "crc32c", file.crc32c()))));
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("source", source);
    family.ifPresent(kind -> tree.put(FAMILY, kind));
    tree.put("sha256", sha256);
    tree.put("graphVersion", graphVersion);
    tree.put("graphs", List.copyOf(new TreeSet<>(graphs)));
    tree.put("files", stored);
    tree.put("lowerCase", lowerCase);
    maskToken.ifPresent(token -> tree.put("maskToken", token));
    tree.put("configuration", toTree(configuration));
    tree.put("weights", weights.fileName());
    tree.put("parameters", toTree(weights));
    return tree;
  }

  static Map<String, Object> toTree(NetworkSizes sizes) {
    return sizes instanceof BertConfiguration configuration
        ? toTree(configuration)
        : toTree((ExportSizes) sizes);
  }

  private static Map<String, Object> toTree(ExportSizes sizes) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("vocabularySize", sizes.vocabularySize());
    tree.put(EMBEDDING_SIZE, sizes.embeddingSize());
    tree.put("maxPositions", sizes.maxPositions());
    return tree;
  }

  private static Map<String, Object> toTree(BertConfiguration configuration) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("vocabularySize", configuration.vocabularySize());
    tree.put("hiddenSize", configuration.hiddenSize());
    tree.put("layers", configuration.layers());
    tree.put("heads", configuration.heads());
    tree.put("intermediateSize", configuration.intermediateSize());
    tree.put("maxPositions", configuration.maxPositions());
    tree.put("layerNormEpsilon", configuration.layerNormEpsilon());
    Architecture architecture = configuration.architecture();
    // Google's BERT is what is described when nothing else is, as in caches of earlier versions.
    if (!architecture.equals(
        Architecture.bert(configuration.hiddenSize(), configuration.layers()))) {
      tree.put(ARCHITECTURE, architecture.toFields());
    }
    return tree;
  }

  static Map<String, Object> toTree(WeightsFile weights) {
    Map<String, Object> tree = new TreeMap<>();
    weights
        .entries()
        .forEach(
            (parameter, entry) -> {
              Map<String, Object> fields = new LinkedHashMap<>();
              fields.put("shape", entry.shape());
              fields.put("offset", entry.offset());
              fields.put("length", entry.length());
              tree.put(parameter, fields);
            });
    return tree;
  }

  /** Reads what {@link #toTree()} wrote. */
  static Manifest fromTree(Map<String, Object> tree) {
    Fields root = new Fields(tree);
    Map<String, StoredFile> files = new LinkedHashMap<>();
    root.object("files")
        .objects()
        .forEach(
            (name, file) ->
                files.put(name, new StoredFile(file.number("size"), file.text("crc32c"))));
    Map<String, WeightsFile.Entry> entries = new LinkedHashMap<>();
    root.object("parameters")
        .objects()
        .forEach(
            (parameter, entry) ->
                entries.put(
                    parameter,
                    new WeightsFile.Entry(
                        entry.list("shape").stream()
                            .map(size -> ((Number) size).longValue())
                            .toList(),
                        entry.number("offset"),
                        entry.number("length"))));
    return new Manifest(
        root.text("source"),
        Optional.ofNullable(tree.get(FAMILY)).map(Object::toString),
        root.text("sha256"),
        root.text("graphVersion"),
        root.value("lowerCase").equals(true),
        Optional.ofNullable(tree.get("maskToken")).map(Object::toString),
        configuration(root.object("configuration")),
        new WeightsFile(root.text("weights"), entries),
        root.list("graphs").stream().map(Object::toString).toList(),
        files);
  }

  private static NetworkSizes configuration(Fields sizes) {
    if (sizes.tree().containsKey(EMBEDDING_SIZE)) {
      return new ExportSizes(
          sizes.integer("vocabularySize"),
          sizes.integer(EMBEDDING_SIZE),
          sizes.integer("maxPositions"));
    }
    int hidden = sizes.integer("hiddenSize");
    int layers = sizes.integer("layers");
    return new BertConfiguration(
        sizes.integer("vocabularySize"),
        hidden,
        layers,
        sizes.integer("heads"),
        sizes.integer("intermediateSize"),
        sizes.integer("maxPositions"),
        ((Number) sizes.value("layerNormEpsilon")).doubleValue(),
        sizes.tree().containsKey(ARCHITECTURE)
            ? Architecture.ofFields(sizes.object(ARCHITECTURE).tree())
            : Architecture.bert(hidden, layers));
  }

  /** The fields of a JSON object that this program wrote itself. */
  private record Fields(Map<?, ?> tree) {
    Object value(String field) {
      Object value = tree.get(field);
      if (value == null) {
        throw new IllegalStateException("the manifest has no " + field);
      }
      return value;
    }

    String text(String field) {
      return value(field).toString();
    }

    long number(String field) {
      return ((Number) value(field)).longValue();
    }

    int integer(String field) {
      return Math.toIntExact(number(field));
    }

    List<?> list(String field) {
      return (List<?>) value(field);
    }

    Fields object(String field) {
      return new Fields((Map<?, ?>) value(field));
    }

    Map<String, Fields> objects() {
      Map<String, Fields> objects = new LinkedHashMap<>();
      tree.forEach((name, fields) -> objects.put(name.toString(), new Fields((Map<?, ?>) fields)));
      return objects;
    }
  }
}
