package dev.infill.bert.weights.source;

import dev.infill.bert.weights.Activation;
import dev.infill.bert.weights.Architecture;
import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.LayerForm.Rotation;
import dev.infill.bert.weights.Parameters;
import dev.infill.bert.weights.format.MalformedFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The architectures of Hugging Face's folders: what each calls its sizes and its tensors, and in
 * what its network differs from BERT's. A new family is a constant here; a part of its network that
 * no other family has is a component of {@link Architecture}.
 *
 * @param encoder what stands before the names of encoder modules, where anything does
 * @param layer what stands before the names of a layer's modules
 * @param layerModules the names of a layer's modules, by those of Google's checkpoints
 * @param modules the names of the head's modules and of the projection of embeddings, and of those
 *     of the encoder outside its layers that are not named as BERT's
 * @param outputBiases the names of the decoder's bias, any of which may be there
 * @param decoder the name of the decoder's matrix
 * @param fields what {@code config.json} calls sizes by other names than BERT's
 * @param traits in what it differs from BERT
 */
record ModelFamily(
    String name,
    List<String> types,
    String encoder,
    String layer,
    Map<String, String> layerModules,
    Map<String, String> modules,
    List<String> outputBiases,
    String decoder,
    Map<String, String> fields,
    Set<Trait> traits) {
  private static final String PROJECTION = "bert/embeddings_project";
  private static final String TRANSFORM = "cls/predictions/transform/dense";
  private static final String TRANSFORM_NORM = "cls/predictions/transform/LayerNorm";

  private static final String OUTPUT_BIAS = "cls/predictions/output_bias";

  /** The base of the angles of ESM-2. */
  private static final double ESM_THETA = 10_000;

  /** The one field of a bias that is true unless it is said to be false. */
  static final String DECODER_BIAS = "decoder_bias";

  private static final Map<String, String> BERT_LAYER =
      Map.of(
          "attention/self/query", "attention.self.query",
          "attention/self/key", "attention.self.key",
          "attention/self/value", "attention.self.value",
          "attention/output/dense", "attention.output.dense",
          "attention/output/LayerNorm", "attention.output.LayerNorm",
          "intermediate/dense", "intermediate.dense",
          "output/dense", "output.dense",
          "output/LayerNorm", "output.LayerNorm");
  static final ModelFamily BERT =
      new ModelFamily(
          "BERT",
          List.of("bert"),
          "bert.",
          "encoder.layer.%d.",
          BERT_LAYER,
          Map.of(
              TRANSFORM, "cls.predictions.transform.dense",
              TRANSFORM_NORM, "cls.predictions.transform.LayerNorm"),
          List.of("cls.predictions.bias", "cls.predictions.decoder.bias"),
          "cls.predictions.decoder.weight",
          Map.of(),
          Set.of());

  static final ModelFamily ROBERTA =
      new ModelFamily(
          "RoBERTa",
          List.of("roberta", "xlm-roberta", "camembert"),
          "roberta.",
          "encoder.layer.%d.",
          BERT_LAYER,
          Map.of(TRANSFORM, "lm_head.dense", TRANSFORM_NORM, "lm_head.layer_norm"),
          List.of("lm_head.bias", "lm_head.decoder.bias"),
          "lm_head.decoder.weight",
          Map.of(),
          Set.of(Trait.POSITIONS_AFTER_PADDING, Trait.GELU_IN_HEAD, Trait.OWN_TOKENIZER));

  static final ModelFamily DISTILBERT =
      new ModelFamily(
          "DistilBERT",
          List.of("distilbert"),
          "distilbert.",
          "transformer.layer.%d.",
          Map.of(
              "attention/self/query", "attention.q_lin",
              "attention/self/key", "attention.k_lin",
              "attention/self/value", "attention.v_lin",
              "attention/output/dense", "attention.out_lin",
              "attention/output/LayerNorm", "sa_layer_norm",
              "intermediate/dense", "ffn.lin1",
              "output/dense", "ffn.lin2",
              "output/LayerNorm", "output_layer_norm"),
          Map.of(TRANSFORM, "vocab_transform", TRANSFORM_NORM, "vocab_layer_norm"),
          List.of("vocab_projector.bias"),
          "vocab_projector.weight",
          Map.of(
              "hidden_size", "dim",
              "num_hidden_layers", "n_layers",
              "num_attention_heads", "n_heads",
              "intermediate_size", "hidden_dim",
              "hidden_act", "activation"),
          Set.of(Trait.NO_TOKEN_TYPES, Trait.FIXED_EPSILON));

  static final ModelFamily ELECTRA =
      new ModelFamily(
          "ELECTRA generator",
          List.of("electra"),
          "electra.",
          "encoder.layer.%d.",
          BERT_LAYER,
          Map.of(
              PROJECTION, "embeddings_project",
              TRANSFORM, "generator_predictions.dense",
              TRANSFORM_NORM, "generator_predictions.LayerNorm"),
          List.of("generator_lm_head.bias"),
          "generator_lm_head.weight",
          Map.of(),
          Set.of(Trait.NARROW_EMBEDDINGS, Trait.GELU_IN_HEAD));

  static final ModelFamily ALBERT =
      new ModelFamily(
          "ALBERT",
          List.of("albert"),
          "albert.",
          "encoder.albert_layer_groups.%d.albert_layers.%d.",
          Map.of(
              "attention/self/query", "attention.query",
              "attention/self/key", "attention.key",
              "attention/self/value", "attention.value",
              "attention/output/dense", "attention.dense",
              "attention/output/LayerNorm", "attention.LayerNorm",
              "intermediate/dense", "ffn",
              "output/dense", "ffn_output",
              "output/LayerNorm", "full_layer_layer_norm"),
          Map.of(
              PROJECTION, "encoder.embedding_hidden_mapping_in",
              TRANSFORM, "predictions.dense",
              TRANSFORM_NORM, "predictions.LayerNorm"),
          List.of("predictions.bias", "predictions.decoder.bias"),
          "predictions.decoder.weight",
          Map.of(),
          Set.of(Trait.NARROW_EMBEDDINGS, Trait.SHARED_LAYERS, Trait.OWN_TOKENIZER));

  static final ModelFamily MODERNBERT =
      new ModelFamily(
          "ModernBERT",
          List.of("modernbert"),
          "model.",
          "layers.%d.",
          Map.of(
              "attention/LayerNorm", "attn_norm",
              "attention/self/query", "attn.Wqkv",
              "attention/self/key", "attn.Wqkv",
              "attention/self/value", "attn.Wqkv",
              "attention/output/dense", "attn.Wo",
              "intermediate/LayerNorm", "mlp_norm",
              "intermediate/dense", "mlp.Wi",
              "intermediate/gate", "mlp.Wi",
              "output/dense", "mlp.Wo"),
          Map.of(
              Parameters.WORD_EMBEDDINGS,
              "embeddings.tok_embeddings",
              "bert/embeddings/LayerNorm",
              "embeddings.norm",
              "bert/encoder/LayerNorm",
              "final_norm",
              TRANSFORM,
              "head.dense",
              TRANSFORM_NORM,
              "head.norm"),
          List.of("decoder.bias"),
          "decoder.weight",
          Map.of("hidden_act", "hidden_activation", "layer_norm_eps", "norm_eps"),
          Set.of(Trait.MODERN_LAYERS, Trait.NO_TOKEN_TYPES, Trait.OWN_TOKENIZER));

  static final ModelFamily ESM =
      new ModelFamily(
          "ESM-2",
          List.of("esm"),
          "esm.",
          "encoder.layer.%d.",
          Map.of(
              "attention/LayerNorm", "attention.LayerNorm",
              "attention/self/query", "attention.self.query",
              "attention/self/key", "attention.self.key",
              "attention/self/value", "attention.self.value",
              "attention/output/dense", "attention.output.dense",
              "intermediate/LayerNorm", "LayerNorm",
              "intermediate/dense", "intermediate.dense",
              "output/dense", "output.dense"),
          Map.of(
              "bert/encoder/LayerNorm",
              "encoder.emb_layer_norm_after",
              TRANSFORM,
              "lm_head.dense",
              TRANSFORM_NORM,
              "lm_head.layer_norm"),
          List.of("lm_head.bias"),
          "lm_head.decoder.weight",
          Map.of(),
          Set.of(Trait.ESM_LAYERS, Trait.NO_TOKEN_TYPES, Trait.OWN_TOKENIZER));

  static final ModelFamily MPNET =
      new ModelFamily(
          "MPNet",
          List.of("mpnet"),
          "mpnet.",
          "encoder.layer.%d.",
          Map.of(
              "attention/self/query", "attention.attn.q",
              "attention/self/key", "attention.attn.k",
              "attention/self/value", "attention.attn.v",
              "attention/output/dense", "attention.attn.o",
              "attention/output/LayerNorm", "attention.LayerNorm",
              "intermediate/dense", "intermediate.dense",
              "output/dense", "output.dense",
              "output/LayerNorm", "output.LayerNorm"),
          Map.of(TRANSFORM, "lm_head.dense", TRANSFORM_NORM, "lm_head.layer_norm"),
          List.of("lm_head.bias", "lm_head.decoder.bias"),
          "lm_head.decoder.weight",
          Map.of(),
          Set.of(
              Trait.NO_TOKEN_TYPES,
              Trait.POSITIONS_AFTER_PADDING,
              Trait.GELU_IN_HEAD,
              Trait.OWN_TOKENIZER,
              Trait.RELATIVE_BIAS));

  static final ModelFamily EUROBERT =
      new ModelFamily(
          "EuroBERT",
          List.of("eurobert"),
          "model.",
          "layers.%d.",
          Map.of(
              "attention/LayerNorm", "input_layernorm",
              "attention/self/query", "self_attn.q_proj",
              "attention/self/key", "self_attn.k_proj",
              "attention/self/value", "self_attn.v_proj",
              "attention/output/dense", "self_attn.o_proj",
              "intermediate/LayerNorm", "post_attention_layernorm",
              "intermediate/dense", "mlp.gate_proj",
              "intermediate/gate", "mlp.up_proj",
              "output/dense", "mlp.down_proj"),
          Map.of(Parameters.WORD_EMBEDDINGS, "embed_tokens", "bert/encoder/LayerNorm", "norm"),
          List.of("lm_head.bias"),
          "lm_head.weight",
          Map.of("layer_norm_eps", "rms_norm_eps"),
          Set.of(Trait.LLAMA_LAYERS, Trait.NO_TOKEN_TYPES, Trait.OWN_TOKENIZER));

  private static final List<ModelFamily> ALL =
      List.of(BERT, ROBERTA, DISTILBERT, ELECTRA, ALBERT, MODERNBERT, ESM, MPNET, EUROBERT);

  /** Where modules stand in the tensors that several of a layer share (MODERN_LAYERS). */
  private static final Map<String, Part> FUSED =
      Map.of(
          "attention/self/query", new Part(0, 3),
          "attention/self/key", new Part(1, 3),
          "attention/self/value", new Part(2, 3),
          "intermediate/dense", new Part(0, 2),
          "intermediate/gate", new Part(1, 2));

  private static final String EMBEDDINGS = "bert/embeddings/";
  private static final Pattern LAYER = Pattern.compile("bert/encoder/layer_(\\d+)/(.+)");

  /** Buffers and poolers, which a masked language model does not compute with. */
  private static final Pattern UNUSED = Pattern.compile(".*(pooler|position_ids|token_type_ids).*");

  /** Saved with many an ESM-2, whose positions are rotary, and not read by its class. */
  private static final Pattern UNUSED_BY_ESM =
      Pattern.compile(".*(embeddings\\.position_embeddings|rotary_embeddings)\\..*");

  private static final Pattern ENCODER = Pattern.compile("(embeddings|encoder|transformer)\\..*");
  private static final Pattern MODERN_ENCODER =
      Pattern.compile("(embeddings|layers|final_norm|embed_tokens|norm)\\..*");

  /** In what a family differs from BERT. */
  enum Trait {
    NO_TOKEN_TYPES,
    /** Normalisations have BERT's ε, whatever is configured. */
    FIXED_EPSILON,
    /** The first position is one more than that of padding. */
    POSITIONS_AFTER_PADDING,
    /** The activation of the head is not configured. */
    GELU_IN_HEAD,
    /** Embeddings have a width of their own. */
    NARROW_EMBEDDINGS,
    /** Layers are in groups whose parameters they share; all embeddings are projected. */
    SHARED_LAYERS,
    /** The tokenizer is not BERT's. */
    OWN_TOKENIZER,
    /** Layers are ModernBERT's: other norms, gates, rotary positions, biases as configured. */
    MODERN_LAYERS,
    /** Layers are ESM-2's: other norms, rotary positions, token dropout, always GELU. */
    ESM_LAYERS,
    /** Attention adds a number for each head and bucket of distances ({@link RelativeBuckets}). */
    RELATIVE_BIAS,
    /**
     * Layers are Llama's: other norms, gates, rotary positions, keys that heads share, biases as
     * configured; there is no head but the decoder, which is tied only if that is said.
     */
    LLAMA_LAYERS
  }

  /**
   * Which part of a tensor a parameter is.
   *
   * @param number how many parts of the same size stand before it
   * @param count how many parts there are
   */
  record Part(int number, int count) {
    static final Part WHOLE = new Part(0, 1);
  }

  /** Returns the family of a {@code model_type}, or empty if it is not read. */
  static Optional<ModelFamily> of(String modelType) {
    return ALL.stream().filter(family -> family.types.contains(modelType)).findFirst();
  }

  /** Returns every {@code model_type} that is read, for people. */
  static String modelTypes() {
    return ALL.stream()
        .flatMap(family -> family.types.stream())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** Returns what {@code config.json} calls a field of BERT's. */
  String field(String ofBert) {
    return fields.getOrDefault(ofBert, ofBert);
  }

  /**
   * Reads how the network is built.
   *
   * @param hidden H
   * @param firstPosition the row of the position embeddings that the first piece takes
   * @param layerParameters for each layer, which parameters it has
   */
  Architecture architecture(
      ConfigurationFields config, int hidden, int firstPosition, List<Integer> layerParameters)
      throws MalformedFileException {
    int embedding = has(Trait.NARROW_EMBEDDINGS) ? config.size("embedding_size", 128) : hidden;
    Activation activation =
        has(Trait.ESM_LAYERS)
            ? Activation.GELU
            : config.activation(field("hidden_act"), usualActivation());
    return new Architecture(
        embedding,
        has(Trait.SHARED_LAYERS) || embedding != hidden,
        has(Trait.NO_TOKEN_TYPES) ? 0 : config.integer("type_vocab_size", 2),
        firstPosition,
        activation,
        headActivation(config, activation),
        config.isTrue("tie_word_embeddings", !has(Trait.LLAMA_LAYERS)),
        layerParameters,
        layerForm(config, layerParameters.size()));
  }

  private String usualActivation() {
    return has(Trait.SHARED_LAYERS) ? "gelu_new" : has(Trait.LLAMA_LAYERS) ? "silu" : "gelu";
  }

  private LayerForm layerForm(ConfigurationFields config, int layers)
      throws MalformedFileException {
    if (has(Trait.ESM_LAYERS)) {
      return layersOfEsm(config, layers);
    }
    if (has(Trait.LLAMA_LAYERS)) {
      return layersOfLlama(config, layers);
    }
    if (has(Trait.RELATIVE_BIAS)) {
      return layersOfMpnet(config);
    }
    return has(Trait.MODERN_LAYERS) ? ModernLayers.read(config, layers) : LayerForm.BERT;
  }

  private static LayerForm layersOfEsm(ConfigurationFields config, int layers)
      throws MalformedFileException {
    for (String other : List.of("is_folding_model", "emb_layer_norm_before")) {
      if (config.isTrue(other, false)) {
        throw new MalformedFileException(
            "says that %s is true, which no ESM-2 with a masked-language-model head has"
                .formatted(other));
      }
    }
    double theta = ModernLayers.theta(config, "rope_parameters", ESM_THETA);
    return new LayerForm(
        /* preNorm= */ true,
        /* gated= */ false,
        Collections.nCopies(layers, new Rotation(theta, Rotation.EVERYWHERE)),
        /* normalizedEmbeddings= */ false,
        config.isTrue("token_dropout", false)
            ? OptionalInt.of(config.size("mask_token_id"))
            : OptionalInt.empty(),
        /* rootMeanSquare= */ false,
        /* relativeBias= */ false);
  }

  /** MPNet's class shares distances out over 32 buckets, whatever is configured. */
  private static LayerForm layersOfMpnet(ConfigurationFields config) throws MalformedFileException {
    int buckets = config.size("relative_attention_num_buckets", RelativeBuckets.COUNT);
    if (buckets != RelativeBuckets.COUNT) {
      throw new MalformedFileException(
          "says that relative_attention_num_buckets is %d; %d are supported"
              .formatted(buckets, RelativeBuckets.COUNT));
    }
    return LayerForm.RELATIVE;
  }

  /** By {@code rope_parameters}, or in the older form by {@code rope_theta} without scaling. */
  private static LayerForm layersOfLlama(ConfigurationFields config, int layers)
      throws MalformedFileException {
    ModernLayers.requireNoScaling(config);
    double theta =
        ModernLayers.theta(
            config, "rope_parameters", config.positive("rope_theta", Double.MAX_VALUE, 10_000));
    return new LayerForm(
        /* preNorm= */ true,
        /* gated= */ true,
        Collections.nCopies(layers, new Rotation(theta, Rotation.EVERYWHERE)),
        /* normalizedEmbeddings= */ false,
        OptionalInt.empty(),
        /* rootMeanSquare= */ true,
        /* relativeBias= */ false);
  }

  private Optional<Activation> headActivation(ConfigurationFields config, Activation ofLayers)
      throws MalformedFileException {
    if (has(Trait.LLAMA_LAYERS)) {
      return Optional.empty();
    }
    if (has(Trait.MODERN_LAYERS)) {
      return Optional.of(config.activation("classifier_activation", "gelu"));
    }
    return Optional.of(has(Trait.GELU_IN_HEAD) ? Activation.GELU : ofLayers);
  }

  /**
   * Returns the field of {@code config.json} that says whether a bias is there, which is 0 if not;
   * empty if it always is.
   *
   * @param parameter its name as in {@link Parameters}
   */
  Optional<String> biasField(String parameter) {
    boolean isBias = parameter.endsWith("/bias");
    if (has(Trait.LLAMA_LAYERS) && (isBias || parameter.equals(OUTPUT_BIAS))) {
      return Optional.of(parameter.contains("/attention/") ? "attention_bias" : "mlp_bias");
    }
    if (!has(Trait.MODERN_LAYERS)) {
      return Optional.empty();
    }
    if (parameter.endsWith("/beta")) {
      return Optional.of("norm_bias");
    }
    if (parameter.equals(OUTPUT_BIAS)) {
      return Optional.of(DECODER_BIAS);
    }
    if (!isBias) {
      return Optional.empty();
    }
    return Optional.of(
        parameter.startsWith(TRANSFORM)
            ? "classifier_bias"
            : parameter.contains("/attention/") ? "attention_bias" : "mlp_bias");
  }

  // Names of tensors

  /**
   * Returns the names that a parameter may have: with or without the encoder's prefix, and layer
   * normalisations by old (gamma, beta) or new names (weight, bias).
   *
   * @param parameter its name as in {@link Parameters}
   * @param layersPerGroup how many layers a group has, where layers are shared
   */
  List<String> tensorNames(String parameter, int layersPerGroup) {
    if (parameter.equals(OUTPUT_BIAS)) {
      return outputBiases;
    }
    if (parameter.equals("cls/predictions/decoder")) {
      return List.of(decoder);
    }
    if (parameter.equals(Parameters.RELATIVE_BIAS)) {
      return inEncoder("encoder.relative_attention_bias.weight");
    }
    if (parameter.startsWith(EMBEDDINGS) && parameter.endsWith("_embeddings")) {
      return inEncoder(encoderModule(parameter, layersPerGroup) + ".weight");
    }
    int end = parameter.lastIndexOf('/');
    String module = parameter.substring(0, end);
    List<String> names = new ArrayList<>();
    for (String kind : kinds(parameter.substring(end + 1))) {
      if (module.startsWith("bert/")) {
        names.addAll(inEncoder(encoderModule(module, layersPerGroup) + "." + kind));
      } else {
        names.add(known(modules, module) + "." + kind);
      }
    }
    return names;
  }

  /** Returns which part of its tensor a parameter is, counted by rows as PyTorch has them. */
  Part part(String parameter) {
    Matcher inLayer = LAYER.matcher(parameter);
    if (!has(Trait.MODERN_LAYERS) || !inLayer.matches()) {
      return Part.WHOLE;
    }
    String inner = inLayer.group(2);
    return FUSED.getOrDefault(inner.substring(0, inner.lastIndexOf('/')), Part.WHOLE);
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

  private String encoderModule(String module, int layersPerGroup) {
    Matcher inLayer = LAYER.matcher(module);
    if (inLayer.matches()) {
      int number = Integer.parseInt(inLayer.group(1));
      String before =
          has(Trait.SHARED_LAYERS)
              ? layer.formatted(number / layersPerGroup, number % layersPerGroup)
              : layer.formatted(number);
      return before + known(layerModules, inLayer.group(2));
    }
    if (module.startsWith(EMBEDDINGS) && !modules.containsKey(module)) {
      return module.substring("bert/".length()).replace('/', '.');
    }
    return known(modules, module);
  }

  private static String known(Map<String, String> names, String module) {
    return Optional.ofNullable(names.get(module))
        .orElseThrow(() -> new IllegalArgumentException("no module is called " + module));
  }

  private List<String> inEncoder(String tensor) {
    return List.of(encoder + tensor, tensor);
  }

  /**
   * Says whether a tensor belongs to the encoder's computation, so that a network that does not
   * read it is another one. Other heads, poolers and buffers do not.
   */
  boolean isOfEncoder(String tensor) {
    String inner = tensor.startsWith(encoder) ? tensor.substring(encoder.length()) : tensor;
    Pattern ofEncoder =
        has(Trait.MODERN_LAYERS) || has(Trait.LLAMA_LAYERS) ? MODERN_ENCODER : ENCODER;
    return (ofEncoder.matcher(inner).matches() || inner.startsWith("embeddings_project."))
        && !UNUSED.matcher(inner).matches()
        && !(has(Trait.ESM_LAYERS) && UNUSED_BY_ESM.matcher(inner).matches());
  }

  /** Returns what a model of the family is called, as in "an ESM-2". */
  String one() {
    return ("AE".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
  }

  /** Returns the family's name, for people. */
  @Override
  public String toString() {
    return name;
  }
}
