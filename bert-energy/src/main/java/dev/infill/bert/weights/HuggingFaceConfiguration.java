package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A {@code config.json} of Hugging Face's transformers, read as its model classes of masked
 * language models read it.
 *
 * @param family the architecture
 * @param configuration the sizes
 * @param layersPerGroup how many layers a group of ALBERT has; 1 elsewhere
 */
record HuggingFaceConfiguration(
    ModelFamily family, BertConfiguration configuration, int layersPerGroup) {
  private static final int MOST_LAYERS = 1000;
  private static final int LARGEST_SIZE = 100_000_000;

  private static final Map<String, Activation> ACTIVATIONS =
      Map.of(
          "gelu", Activation.GELU,
          "gelu_python", Activation.GELU,
          "gelu_new", Activation.TANH_GELU,
          "gelu_fast", Activation.TANH_GELU,
          "gelu_pytorch_tanh", Activation.TANH_GELU,
          "relu", Activation.RELU);

  /** Says whether its tokenizer is BERT's, so that a list of word pieces is enough. */
  boolean readsWordPieces() {
    return family != ModelFamily.ROBERTA && family != ModelFamily.ALBERT;
  }

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
                        "is of the architecture %s, which is not supported: it can be %s"
                            .formatted(PrintableName.of(type.asText()), ModelFamily.modelTypes())));
    JsonNode positions = config.path("position_embedding_type");
    if (!positions.isMissingNode() && !positions.asText().equals("absolute")) {
      throw new MalformedFileException(
          "asks for position embeddings of type %s; only absolute ones are supported"
              .formatted(PrintableName.of(positions.asText())));
    }
    if (config.path("is_decoder").asBoolean(false)) {
      throw new MalformedFileException(
          "is of a decoder (is_decoder), which is no masked language model");
    }
    return new Reader(family, config).read();
  }

  /** Reads the fields of one file. */
  private record Reader(ModelFamily family, JsonNode config) {
    HuggingFaceConfiguration read() throws MalformedFileException {
      boolean distilled = family == ModelFamily.DISTILBERT;
      int hidden = size(distilled ? "dim" : "hidden_size");
      int layers = size(distilled ? "n_layers" : "num_hidden_layers");
      if (layers > MOST_LAYERS) {
        throw new MalformedFileException(
            "asks for %,d layers; at most %,d are read".formatted(layers, MOST_LAYERS));
      }
      int layersPerGroup = family == ModelFamily.ALBERT ? size("inner_group_num", 1) : 1;
      int firstPosition = family == ModelFamily.ROBERTA ? integer("pad_token_id", 1) + 1 : 0;
      int positions = size("max_position_embeddings", 512);
      List<Integer> parameters = layerParameters(layers, layersPerGroup);
      try {
        return new HuggingFaceConfiguration(
            family,
            new BertConfiguration(
                size("vocab_size"),
                hidden,
                parameters.size(),
                size(distilled ? "n_heads" : "num_attention_heads"),
                size(distilled ? "hidden_dim" : "intermediate_size"),
                positions - firstPosition,
                epsilon(),
                architecture(hidden, firstPosition, parameters)),
            layersPerGroup);
      } catch (IllegalArgumentException e) {
        throw new MalformedFileException("describes no such model: " + e.getMessage(), e);
      }
    }

    private Architecture architecture(int hidden, int firstPosition, List<Integer> parameters)
        throws MalformedFileException {
      boolean factorised = family == ModelFamily.ALBERT || family == ModelFamily.ELECTRA;
      int embedding = factorised ? size("embedding_size", 128) : hidden;
      boolean distilled = family == ModelFamily.DISTILBERT;
      Activation activation = activation(distilled ? "activation" : "hidden_act");
      // RoBERTa's and ELECTRA's heads have no choice.
      boolean fixedHead = family == ModelFamily.ROBERTA || family == ModelFamily.ELECTRA;
      return new Architecture(
          embedding,
          family == ModelFamily.ALBERT || embedding != hidden,
          distilled ? 0 : integer("type_vocab_size", 2),
          firstPosition,
          activation,
          fixedHead ? Activation.GELU : activation,
          config.path("tie_word_embeddings").asBoolean(true),
          parameters);
    }

    /** Layers of ALBERT repeat those of their group, of which there are several at most. */
    private List<Integer> layerParameters(int layers, int layersPerGroup)
        throws MalformedFileException {
      if (family != ModelFamily.ALBERT) {
        return IntStream.range(0, layers).boxed().toList();
      }
      int groups = size("num_hidden_groups", 1);
      if (groups > layers || (long) layers * layersPerGroup > MOST_LAYERS) {
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

    private Activation activation(String field) throws MalformedFileException {
      String name = config.path(field).asText(family == ModelFamily.ALBERT ? "gelu_new" : "gelu");
      Activation activation = ACTIVATIONS.get(name);
      if (activation == null) {
        throw new MalformedFileException(
            "asks for the activation %s, which is not supported: %s can be gelu, gelu_new or relu"
                .formatted(PrintableName.of(name), field));
      }
      return activation;
    }

    /** DistilBERT's is not configured. */
    private double epsilon() throws MalformedFileException {
      JsonNode value = config.path("layer_norm_eps");
      if (family == ModelFamily.DISTILBERT || value.isMissingNode()) {
        return 1e-12;
      }
      double epsilon = value.asDouble();
      if (!value.isNumber() || !(epsilon > 0 && epsilon < 1)) {
        throw new MalformedFileException(
            "says that layer_norm_eps is " + PrintableName.of(value.toString()));
      }
      return epsilon;
    }

    private int size(String field) throws MalformedFileException {
      if (!config.has(field)) {
        throw new MalformedFileException("lacks " + field);
      }
      return size(field, 0);
    }

    private int size(String field, int absent) throws MalformedFileException {
      int size = integer(field, absent);
      if (size < 1) {
        throw new MalformedFileException("says that %s is %d".formatted(field, size));
      }
      return size;
    }

    private int integer(String field, int absent) throws MalformedFileException {
      JsonNode value = config.path(field);
      if (value.isMissingNode()) {
        return absent;
      }
      if (!value.isIntegralNumber()
          || !value.canConvertToInt()
          || value.intValue() < 0
          || value.intValue() > LARGEST_SIZE) {
        throw new MalformedFileException(
            "says that %s is %s".formatted(field, PrintableName.of(value.toString())));
      }
      return value.intValue();
    }
  }
}
