package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.source.ModelFamily.Trait;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A {@code config.json} of Hugging Face's transformers, read as its model classes of masked
 * language models read it.
 *
 * @param layersPerGroup how many layers a group of ALBERT has; 1 elsewhere
 * @param queriesPerKey how many heads of queries share one of keys and values; 1 but for EuroBERT
 * @param zeros the biases that the model does not have: parameters that are 0
 */
record HuggingFaceConfiguration(
    ModelFamily family,
    BertConfiguration configuration,
    int layersPerGroup,
    int queriesPerKey,
    Set<String> zeros) {
  private static final int MOST_LAYERS = 1000;
  private static final double EPSILON = 1e-12;
  private static final double MODERN_EPSILON = 1e-5;

  /** Why masked language models that people ask for are not read. */
  private static final Map<String, String> NOT_READ =
      Map.of(
          "deberta-v2",
          "transformers itself does not read the head of its checkpoints, lm_predictions.lm_head",
          "neobert",
          "programs under this name make different networks of the same config.json");

  static HuggingFaceConfiguration of(JsonNode config) throws MalformedFileException {
    JsonNode type = config.path("model_type");
    if (!type.isTextual()) {
      throw new MalformedFileException(
          "names no model_type: it should be one of " + ModelFamily.modelTypes());
    }
    ModelFamily family =
        ModelFamily.of(type.asText())
            .orElseThrow(
                () ->
                    new MalformedFileException(
                        "is of the architecture %s, which is not supported%s: it can be %s"
                            .formatted(
                                PrintableName.of(type.asText()),
                                Optional.ofNullable(NOT_READ.get(type.asText()))
                                    .map(" (%s)"::formatted)
                                    .orElse(""),
                                ModelFamily.modelTypes())));
    JsonNode said = config.path("position_embedding_type");
    String positions = said.isMissingNode() ? "absolute" : said.asText();
    String supported = family.has(Trait.ESM_LAYERS) ? "rotary" : "absolute";
    // What a ModernBERT says there is not read by its class: its positions are rotary.
    if (!family.has(Trait.MODERN_LAYERS)
        && !family.has(Trait.LLAMA_LAYERS)
        && !positions.equals(supported)) {
      throw new MalformedFileException(
          "asks for position embeddings of type %s; only %s ones are supported"
              .formatted(PrintableName.of(positions), supported));
    }
    if (config.path("is_decoder").asBoolean(false)) {
      throw new MalformedFileException(
          "is of a decoder (is_decoder), which is no masked language model");
    }
    return read(family, new ConfigurationFields(config));
  }

  private static HuggingFaceConfiguration read(ModelFamily family, ConfigurationFields config)
      throws MalformedFileException {
    int hidden = config.size(family.field("hidden_size"));
    int layers = config.size(family.field("num_hidden_layers"));
    if (layers > MOST_LAYERS) {
      throw new MalformedFileException(
          "asks for %,d layers; at most %,d are read".formatted(layers, MOST_LAYERS));
    }
    int layersPerGroup = family.has(Trait.SHARED_LAYERS) ? config.size("inner_group_num", 1) : 1;
    int firstPosition =
        family.has(Trait.POSITIONS_AFTER_PADDING) ? config.integer("pad_token_id", 1) + 1 : 0;
    boolean modern = family.has(Trait.MODERN_LAYERS) || family.has(Trait.LLAMA_LAYERS);
    int positions =
        config.size(
            "max_position_embeddings", modern ? 8192 : family.has(Trait.ESM_LAYERS) ? 1026 : 512);
    List<Integer> parameters =
        family.has(Trait.SHARED_LAYERS)
            ? sharedLayers(config, layers, layersPerGroup)
            : IntStream.range(0, layers).boxed().toList();
    try {
      BertConfiguration sizes =
          new BertConfiguration(
              config.size("vocab_size"),
              hidden,
              parameters.size(),
              config.size(family.field("num_attention_heads")),
              config.size(family.field("intermediate_size")),
              positions - firstPosition,
              family.has(Trait.FIXED_EPSILON)
                  ? EPSILON
                  : config.positive(
                      family.field("layer_norm_eps"), 1, modern ? MODERN_EPSILON : EPSILON),
              family.architecture(config, hidden, firstPosition, parameters));
      return new HuggingFaceConfiguration(
          family,
          sizes,
          layersPerGroup,
          family.has(Trait.LLAMA_LAYERS) ? queriesPerKey(config, sizes) : 1,
          zeros(family, sizes, config));
    } catch (IllegalArgumentException e) {
      throw new MalformedFileException("describes no such model: " + e.getMessage(), e);
    }
  }

  private static int queriesPerKey(ConfigurationFields config, BertConfiguration sizes)
      throws MalformedFileException {
    int width = sizes.hiddenSize() / sizes.heads();
    int configured = sizeUnlessNull(config, "head_dim", width);
    if (configured != width) {
      throw new MalformedFileException(
          "asks for heads of width %d; only hidden_size / num_attention_heads, %d, is supported"
              .formatted(configured, width));
    }
    int keys = sizeUnlessNull(config, "num_key_value_heads", sizes.heads());
    if (sizes.heads() % keys != 0) {
      throw new MalformedFileException(
          "asks for %d heads of keys for %d of queries".formatted(keys, sizes.heads()));
    }
    return sizes.heads() / keys;
  }

  /** Llama's configuration takes null for what is left out. */
  private static int sizeUnlessNull(ConfigurationFields config, String field, int absent)
      throws MalformedFileException {
    return config.config().path(field).isNull() ? absent : config.size(field, absent);
  }

  private static Set<String> zeros(
      ModelFamily family, BertConfiguration sizes, ConfigurationFields config) {
    return ParameterLayout.required(sizes).keySet().stream()
        .filter(
            parameter ->
                family
                    .biasField(parameter)
                    .filter(field -> !config.isTrue(field, field.equals(ModelFamily.DECODER_BIAS)))
                    .isPresent())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Layers of ALBERT repeat those of their group, of which there are several at most. */
  private static List<Integer> sharedLayers(
      ConfigurationFields config, int layers, int layersPerGroup) throws MalformedFileException {
    int groups = config.size("num_hidden_groups", 1);
    if (groups > layers || (long) layers * layersPerGroup > MOST_LAYERS) {
      throw new MalformedFileException(
          "asks for %d layers, %d in each of %d groups".formatted(layers, layersPerGroup, groups));
    }
    return IntStream.range(0, layers)
        .map(layer -> (int) ((long) layer * groups / layers))
        .flatMap(group -> IntStream.range(group * layersPerGroup, (group + 1) * layersPerGroup))
        .boxed()
        .toList();
  }
}
