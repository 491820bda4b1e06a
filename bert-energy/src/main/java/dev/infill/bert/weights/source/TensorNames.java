package dev.infill.bert.weights.source;

import dev.infill.bert.weights.Parameters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of a family's tensors in files of Hugging Face.
 *
 * @param encoder the prefix of the encoder's tensors, which may be missing
 * @param layer the prefix of a layer's tensors, with the number of the layer, or of the group and
 *     of the layer within it
 * @param modules the names of modules by those of Google's checkpoints, within a layer or without
 *     one; modules of the same name share a tensor, and other modules are named as in BERT, by dots
 *     in place of slashes
 * @param decoder the name of the decoder's matrix
 * @param outputBiases the possible names of the decoder's bias
 * @param unused substrings of encoder tensors that the model does not compute with
 */
record TensorNames(
    String encoder,
    String layer,
    Map<String, String> modules,
    String decoder,
    List<String> outputBiases,
    Set<String> unused) {
  private static final Pattern IN_LAYER = Pattern.compile("bert/encoder/layer_(\\d+)/(.+)");

  private static final String BERT = "bert/";

  /** Modules of a layer in their order within a tensor, where several have the same name. */
  private static final List<String> IN_ORDER =
      List.of(
          "attention/self/query",
          "attention/self/key",
          "attention/self/value",
          "intermediate/dense",
          "intermediate/gate");

  /** The first words of the names of BERT's encoder tensors, and of the projection's. */
  private static final List<String> ROOTS = List.of("embeddings", "encoder", "embeddings_project");

  /** Buffers and poolers, which no masked language model computes with. */
  private static final Set<String> NEVER_USED = Set.of("pooler", "position_ids", "token_type_ids");

  /**
   * The part of a tensor that a parameter is, by rows as PyTorch has them.
   *
   * @param number how many parts of the same size stand before it
   * @param count the number of parts
   */
  record Part(int number, int count) {
    static final Part WHOLE = new Part(0, 1);
  }

  /**
   * Returns the possible names of a parameter: with or without the encoder's prefix, and with old
   * (gamma, beta) or new names (weight, bias) of layer normalisations.
   *
   * @param parameter its name as in {@link Parameters}
   * @param layersPerGroup the layers of a group, where layers are shared
   */
  List<String> of(String parameter, int layersPerGroup) {
    if (parameter.equals(Parameters.OUTPUT_BIAS)) {
      return outputBiases;
    }
    if (parameter.equals(Parameters.DECODER)) {
      return List.of(decoder);
    }
    if (parameter.equals(Parameters.RELATIVE_BIAS) || parameter.endsWith("_embeddings")) {
      return inEncoder(module(parameter, layersPerGroup) + ".weight");
    }
    int end = parameter.lastIndexOf('/');
    String module = module(parameter.substring(0, end), layersPerGroup);
    List<String> names = new ArrayList<>();
    for (String kind : kinds(parameter.substring(end + 1))) {
      String name = module + "." + kind;
      names.addAll(parameter.startsWith(BERT) ? inEncoder(name) : List.of(name));
    }
    return names;
  }

  private static List<String> kinds(String leaf) {
    return switch (leaf) {
      case "kernel" -> List.of("weight");
      case "bias" -> List.of("bias");
      case "gamma" -> List.of("weight", "gamma");
      case "beta" -> List.of("bias", "beta");
      default -> throw new IllegalArgumentException("no parameter is called " + leaf);
    };
  }

  private String module(String ofBert, int layersPerGroup) {
    Matcher inLayer = IN_LAYER.matcher(ofBert);
    if (inLayer.matches()) {
      int number = Integer.parseInt(inLayer.group(1));
      return layer.formatted(number / layersPerGroup, number % layersPerGroup)
          + named(inLayer.group(2));
    }
    return named(ofBert);
  }

  private String named(String module) {
    String plain = module.startsWith(BERT) ? module.substring(BERT.length()) : module;
    return modules.getOrDefault(module, plain.replace('/', '.'));
  }

  private List<String> inEncoder(String tensor) {
    return List.of(encoder + tensor, tensor);
  }

  /** Returns the part of its tensor that a parameter is. */
  Part part(String parameter) {
    Matcher inLayer = IN_LAYER.matcher(parameter);
    if (!inLayer.matches()) {
      return Part.WHOLE;
    }
    String module = inLayer.group(2).substring(0, inLayer.group(2).lastIndexOf('/'));
    List<String> sharing =
        IN_ORDER.stream().filter(each -> named(each).equals(named(module))).toList();
    return sharing.contains(module)
        ? new Part(sharing.indexOf(module), sharing.size())
        : Part.WHOLE;
  }

  /**
   * Says whether a tensor belongs to the encoder's computation: a model that has it but does not
   * read it is another model. Other heads, poolers and buffers do not belong to it.
   */
  boolean isOfEncoder(String tensor) {
    String inner = tensor.startsWith(encoder) ? tensor.substring(encoder.length()) : tensor;
    Set<String> roots = new HashSet<>(ROOTS);
    roots.add(root(layer));
    modules.forEach(
        (module, name) -> {
          if (module.startsWith(BERT)) {
            roots.add(root(name));
          }
        });
    return inner.indexOf('.') > 0
        && roots.contains(root(inner))
        && Stream.concat(NEVER_USED.stream(), unused.stream()).noneMatch(inner::contains);
  }

  private static String root(String name) {
    return Objects.requireNonNull(name.split("\\.", 2)[0]);
  }
}
