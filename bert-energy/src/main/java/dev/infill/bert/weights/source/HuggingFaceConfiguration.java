package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.BertConfiguration;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.bert.weights.source.FamilyFields.Field;
import dev.infill.bert.weights.source.ModelFamily.Positions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A {@code config.json} of Hugging Face's transformers, read as its classes of masked language
 * models read it.
 *
 * @param layersPerGroup the layers of a group of ALBERT's; 1 elsewhere
 * @param queriesPerKey the heads of queries that share one of keys and values; 1 but for EuroBERT
 * @param zeros the biases that the model does not have: parameters that are 0
 */
record HuggingFaceConfiguration(
    ModelFamily family,
    BertConfiguration configuration,
    int layersPerGroup,
    int queriesPerKey,
    Set<String> zeros) {
  static HuggingFaceConfiguration of(JsonNode config) throws MalformedFileException {
    ModelFamily family = family(config.path("model_type"));
    return new Reader(family, new ConfigurationFields(config, family.fields())).read();
  }

  private static ModelFamily family(JsonNode type) throws MalformedFileException {
    if (!type.isTextual()) {
      throw new MalformedFileException(
          "names no model_type: it should be one of " + ModelFamilies.modelTypes());
    }
    Optional<ModelFamily> family = ModelFamilies.of(type.asText());
    if (family.isEmpty()) {
      throw new MalformedFileException(
          "is of the architecture %s, which is not supported%s: it can be %s"
              .formatted(
                  PrintableName.of(type.asText()),
                  ModelFamilies.whyNotRead(type.asText()).map(" (%s)"::formatted).orElse(""),
                  ModelFamilies.modelTypes()));
    }
    return family.get();
  }

  private record Reader(ModelFamily family, ConfigurationFields config) {
    HuggingFaceConfiguration read() throws MalformedFileException {
      requireSupported();
      int layersPerGroup = config.size("inner_group_num", 1);
      try {
        BertConfiguration sizes = sizes(layerParameters(layersPerGroup));
        Set<String> zeros =
            ParameterLayout.required(sizes).keySet().stream()
                .filter(this::isZero)
                .collect(Collectors.toUnmodifiableSet());
        return new HuggingFaceConfiguration(
            family, sizes, layersPerGroup, queriesPerKey(sizes), zeros);
      } catch (IllegalArgumentException e) {
        throw new MalformedFileException("describes no such model: " + e.getMessage(), e);
      }
    }

    private void requireSupported() throws MalformedFileException {
      for (Map.Entry<String, Field> known : new TreeMap<>(family.fields().known()).entrySet()) {
        Field field = known.getValue();
        JsonNode value = config.value(known.getKey());
        boolean isGiven = !value.isMissingNode() && !value.isNull();
        if (!field.required().isMissingNode() && isGiven && !value.equals(field.required())) {
          throw new MalformedFileException(
              "says that %s is %s; %s with a masked-language-model head is read only with %s"
                  .formatted(
                      field.name(),
                      PrintableName.of(value.toString()),
                      family.one(),
                      field.required()));
        }
      }
    }

    /** Layers repeat those of their group; the layers of BERT have a group each. */
    private List<Integer> layerParameters(int layersPerGroup) throws MalformedFileException {
      int layers = config.size("num_hidden_layers");
      if (layers > Limits.LAYERS) {
        throw new MalformedFileException(
            "asks for %,d layers; at most %,d are read".formatted(layers, Limits.LAYERS));
      }
      int groups = config.size("num_hidden_groups", layers);
      if (groups > layers || (long) layers * layersPerGroup > Limits.LAYERS) {
        throw new MalformedFileException(
            "asks for %d layers, %d in each of %d groups"
                .formatted(layers, layersPerGroup, groups));
      }
      return IntStream.range(0, layers)
          .map(layer -> (int) ((long) layer * groups / layers))
          .flatMap(group -> IntStream.range(group * layersPerGroup, (group + 1) * layersPerGroup))
          .boxed()
          .toList();
    }

    private BertConfiguration sizes(List<Integer> layerParameters) throws MalformedFileException {
      int hidden = config.size("hidden_size");
      int firstPosition =
          family.network().positions() == Positions.LEARNED_AFTER_PADDING
              ? config.integer("pad_token_id") + 1
              : 0;
      return new BertConfiguration(
          config.size("vocab_size"),
          hidden,
          layerParameters.size(),
          config.size("num_attention_heads"),
          config.size("intermediate_size"),
          config.size("max_position_embeddings") - firstPosition,
          config.positive("layer_norm_eps", 1),
          architecture(hidden, firstPosition, layerParameters));
    }

    private Architecture architecture(int hidden, int firstPosition, List<Integer> layerParameters)
        throws MalformedFileException {
      int embedding = config.size("embedding_size", hidden);
      Activation activation = config.activation("hidden_act");
      return new Architecture(
          embedding,
          family.network().alwaysProjects() || embedding != hidden,
          config.integer("type_vocab_size"),
          firstPosition,
          activation,
          family.network().hasHead()
              ? Optional.of(config.activation("classifier_activation", activation))
              : Optional.empty(),
          config.isTrue("tie_word_embeddings"),
          layerParameters,
          family.network().layers().with(rotations(layerParameters.size()), droppedToken()));
    }

    private List<Rotation> rotations(int layers) throws MalformedFileException {
      ConfiguredRotations rotary = new ConfiguredRotations(config, layers);
      return switch (family.network().positions()) {
        case ROTARY -> rotary.alike();
        case ROTARY_GLOBAL_AND_LOCAL -> rotary.globalAndLocal();
        case LEARNED, LEARNED_AFTER_PADDING -> List.of();
      };
    }

    private OptionalInt droppedToken() throws MalformedFileException {
      return config.isTrue("token_dropout")
          ? OptionalInt.of(config.size("mask_token_id"))
          : OptionalInt.empty();
    }

    private int queriesPerKey(BertConfiguration sizes) throws MalformedFileException {
      int width = sizes.hiddenSize() / sizes.heads();
      int configured = config.size("head_dim", width);
      if (configured != width) {
        throw new MalformedFileException(
            "asks for heads of width %d; only hidden_size / num_attention_heads, %d, is supported"
                .formatted(configured, width));
      }
      int keys = config.size("num_key_value_heads", sizes.heads());
      if (sizes.heads() % keys != 0) {
        throw new MalformedFileException(
            "asks for %d heads of keys for %d of queries".formatted(keys, sizes.heads()));
      }
      return sizes.heads() / keys;
    }

    private boolean isZero(String parameter) {
      return family
          .fields()
          .biasField(parameter)
          .filter(field -> !config.isTrue(field))
          .isPresent();
    }
  }
}
