package dev.infill.bert.weights;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that a parameter may have in a folder of Hugging Face: with or without the encoder's
 * prefix, and layer normalisations by old (gamma, beta) or new names (weight, bias).
 *
 * @param family the architecture
 * @param layersPerGroup how many layers a group of ALBERT has
 */
record TensorNames(ModelFamily family, int layersPerGroup) {
  private static final Pattern LAYER = Pattern.compile("bert/encoder/layer_(\\d+)/(.+)");
  private static final String EMBEDDINGS = "bert/embeddings/";

  /** Buffers and poolers, which a masked language model does not compute with. */
  private static final Pattern UNUSED = Pattern.compile(".*(pooler|position_ids|token_type_ids).*");

  private static final Pattern ENCODER = Pattern.compile("(embeddings|encoder|transformer)\\..*");

  /**
   * Returns the names of a parameter.
   *
   * @param parameter its name as in {@link BertWeights}
   */
  List<String> of(String parameter) {
    if (parameter.equals("cls/predictions/output_bias")) {
      return family.outputBiases();
    }
    if (parameter.equals("cls/predictions/decoder")) {
      return List.of(family.decoder());
    }
    if (parameter.startsWith(EMBEDDINGS) && parameter.endsWith("_embeddings")) {
      return inEncoder(parameter.substring("bert/".length()).replace('/', '.') + ".weight");
    }
    int end = parameter.lastIndexOf('/');
    String module = parameter.substring(0, end);
    List<String> names = new ArrayList<>();
    for (String kind : kinds(parameter.substring(end + 1))) {
      if (module.startsWith("bert/")) {
        names.addAll(inEncoder(encoderModule(module) + "." + kind));
      } else {
        names.add(known(family.module(module), module) + "." + kind);
      }
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

  private String encoderModule(String module) {
    Matcher layer = LAYER.matcher(module);
    if (layer.matches()) {
      return family.layer(Integer.parseInt(layer.group(1)), layersPerGroup)
          + known(family.layerModule(layer.group(2)), module);
    }
    if (module.startsWith(EMBEDDINGS)) {
      return module.substring("bert/".length()).replace('/', '.');
    }
    return known(family.module(module), module);
  }

  private static String known(Optional<String> name, String module) {
    return name.orElseThrow(() -> new IllegalArgumentException("no module is called " + module));
  }

  private List<String> inEncoder(String name) {
    return List.of(family.encoder() + name, name);
  }

  /**
   * Says whether a tensor belongs to the encoder's computation, so that a network that does not
   * read it is another one. Other heads, poolers and buffers do not.
   */
  boolean isOfEncoder(String tensor) {
    String name =
        tensor.startsWith(family.encoder()) ? tensor.substring(family.encoder().length()) : tensor;
    return (ENCODER.matcher(name).matches() || name.startsWith("embeddings_project."))
        && !UNUSED.matcher(name).matches();
  }
}
