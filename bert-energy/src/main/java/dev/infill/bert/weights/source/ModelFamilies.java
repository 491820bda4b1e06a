package dev.infill.bert.weights.source;

import dev.infill.bert.weights.LayerForm;
import dev.infill.bert.weights.Parameters;
import dev.infill.bert.weights.source.ModelFamily.Network;
import dev.infill.bert.weights.source.ModelFamily.Positions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The families that are read. A family of known parts is a constant here and nothing else; a new
 * part is a value of {@link ModelFamily.Network}.
 */
final class ModelFamilies {
  private static final String PROJECTION = "bert/embeddings_project";
  private static final String EMBEDDINGS_NORM = "bert/embeddings/LayerNorm";
  private static final String LAST_NORM = "bert/encoder/LayerNorm";
  private static final String HEAD = "cls/predictions/transform/dense";
  private static final String HEAD_NORM = "cls/predictions/transform/LayerNorm";
  private static final String BERT_LAYER = "encoder.layer.%d.";
  private static final String ANY_BIAS = ".*(/|output_)bias";
  private static final String ATTENTION_BIAS = ".*/attention/.*/bias";

  private static final LayerForm ESM_LAYERS =
      new LayerForm(
          /* preNorm= */ true,
          /* gated= */ false,
          List.of(),
          /* normalizedEmbeddings= */ false,
          OptionalInt.empty(),
          /* rootMeanSquare= */ false,
          /* relativeBias= */ false);
  private static final LayerForm MODERN_LAYERS =
      new LayerForm(/* preNorm= */ true, /* gated= */ true, List.of());
  private static final LayerForm LLAMA_LAYERS =
      new LayerForm(
          /* preNorm= */ true,
          /* gated= */ true,
          List.of(),
          /* normalizedEmbeddings= */ false,
          OptionalInt.empty(),
          /* rootMeanSquare= */ true,
          /* relativeBias= */ false);

  static final ModelFamily BERT =
      new ModelFamily(
          "BERT",
          List.of("bert"),
          /* wordPieces= */ true,
          Network.BERT,
          FamilyFields.BERT,
          new TensorNames(
              "bert.",
              BERT_LAYER,
              Map.of(),
              "cls.predictions.decoder.weight",
              List.of("cls.predictions.bias", "cls.predictions.decoder.bias"),
              Set.of()));

  private static final ModelFamily ROBERTA =
      new ModelFamily(
          "RoBERTa",
          List.of("roberta", "xlm-roberta", "camembert"),
          /* wordPieces= */ false,
          new Network(Positions.LEARNED_AFTER_PADDING, LayerForm.BERT, true, false),
          FamilyFields.BERT.fixed("classifier_activation", "gelu"),
          new TensorNames(
              "roberta.",
              BERT_LAYER,
              Map.of(HEAD, "lm_head.dense", HEAD_NORM, "lm_head.layer_norm"),
              "lm_head.decoder.weight",
              List.of("lm_head.bias", "lm_head.decoder.bias"),
              Set.of()));

  private static final ModelFamily DISTILBERT =
      new ModelFamily(
          "DistilBERT",
          List.of("distilbert"),
          /* wordPieces= */ true,
          Network.BERT,
          FamilyFields.BERT
              .named("hidden_size", "dim")
              .named("num_hidden_layers", "n_layers")
              .named("num_attention_heads", "n_heads")
              .named("intermediate_size", "hidden_dim")
              .named("hidden_act", "activation")
              .fixed("type_vocab_size", 0)
              .fixed("layer_norm_eps", 1e-12),
          new TensorNames(
              "distilbert.",
              "transformer.layer.%d.",
              Map.ofEntries(
                  Map.entry("attention/self/query", "attention.q_lin"),
                  Map.entry("attention/self/key", "attention.k_lin"),
                  Map.entry("attention/self/value", "attention.v_lin"),
                  Map.entry("attention/output/dense", "attention.out_lin"),
                  Map.entry("attention/output/LayerNorm", "sa_layer_norm"),
                  Map.entry("intermediate/dense", "ffn.lin1"),
                  Map.entry("output/dense", "ffn.lin2"),
                  Map.entry("output/LayerNorm", "output_layer_norm"),
                  Map.entry(HEAD, "vocab_transform"),
                  Map.entry(HEAD_NORM, "vocab_layer_norm")),
              "vocab_projector.weight",
              List.of("vocab_projector.bias"),
              Set.of()));

  private static final ModelFamily ELECTRA =
      new ModelFamily(
          "ELECTRA generator",
          List.of("electra"),
          /* wordPieces= */ true,
          Network.BERT,
          FamilyFields.BERT.with("embedding_size", 128).fixed("classifier_activation", "gelu"),
          new TensorNames(
              "electra.",
              BERT_LAYER,
              Map.of(
                  PROJECTION, "embeddings_project",
                  HEAD, "generator_predictions.dense",
                  HEAD_NORM, "generator_predictions.LayerNorm"),
              "generator_lm_head.weight",
              List.of("generator_lm_head.bias"),
              Set.of()));

  private static final ModelFamily ALBERT =
      new ModelFamily(
          "ALBERT",
          List.of("albert"),
          /* wordPieces= */ false,
          new Network(Positions.LEARNED, LayerForm.BERT, true, /* alwaysProjects= */ true),
          FamilyFields.BERT
              .with("embedding_size", 128)
              .with("num_hidden_groups", 1)
              .with("inner_group_num", 1)
              .with("hidden_act", "gelu_new"),
          new TensorNames(
              "albert.",
              "encoder.albert_layer_groups.%d.albert_layers.%d.",
              Map.ofEntries(
                  Map.entry("attention/self/query", "attention.query"),
                  Map.entry("attention/self/key", "attention.key"),
                  Map.entry("attention/self/value", "attention.value"),
                  Map.entry("attention/output/dense", "attention.dense"),
                  Map.entry("attention/output/LayerNorm", "attention.LayerNorm"),
                  Map.entry("intermediate/dense", "ffn"),
                  Map.entry("output/dense", "ffn_output"),
                  Map.entry("output/LayerNorm", "full_layer_layer_norm"),
                  Map.entry(PROJECTION, "encoder.embedding_hidden_mapping_in"),
                  Map.entry(HEAD, "predictions.dense"),
                  Map.entry(HEAD_NORM, "predictions.LayerNorm")),
              "predictions.decoder.weight",
              List.of("predictions.bias", "predictions.decoder.bias"),
              Set.of()));

  private static final ModelFamily MPNET =
      new ModelFamily(
          "MPNet",
          List.of("mpnet"),
          /* wordPieces= */ false,
          new Network(Positions.LEARNED_AFTER_PADDING, LayerForm.RELATIVE, true, false),
          FamilyFields.BERT
              .requiring("relative_attention_num_buckets", RelativeBuckets.COUNT)
              .fixed("type_vocab_size", 0)
              .fixed("classifier_activation", "gelu"),
          new TensorNames(
              "mpnet.",
              BERT_LAYER,
              Map.of(
                  "attention/self/query",
                  "attention.attn.q",
                  "attention/self/key",
                  "attention.attn.k",
                  "attention/self/value",
                  "attention.attn.v",
                  "attention/output/dense",
                  "attention.attn.o",
                  "attention/output/LayerNorm",
                  "attention.LayerNorm",
                  HEAD,
                  "lm_head.dense",
                  HEAD_NORM,
                  "lm_head.layer_norm"),
              "lm_head.decoder.weight",
              List.of("lm_head.bias", "lm_head.decoder.bias"),
              Set.of()));

  private static final ModelFamily ESM =
      new ModelFamily(
          "ESM-2",
          List.of("esm"),
          /* wordPieces= */ false,
          new Network(Positions.ROTARY, ESM_LAYERS, true, false),
          FamilyFields.BERT
              .with("max_position_embeddings", 1026)
              .reading("rope_parameters", "token_dropout", "mask_token_id")
              .fixed("rope_theta", 10_000)
              .fixed("hidden_act", "gelu")
              .fixed("type_vocab_size", 0)
              .requiring("position_embedding_type", "rotary")
              .requiring("is_folding_model", false)
              .requiring("emb_layer_norm_before", false),
          new TensorNames(
              "esm.",
              BERT_LAYER,
              Map.of(
                  "intermediate/LayerNorm",
                  "LayerNorm",
                  LAST_NORM,
                  "encoder.emb_layer_norm_after",
                  HEAD,
                  "lm_head.dense",
                  HEAD_NORM,
                  "lm_head.layer_norm"),
              "lm_head.decoder.weight",
              List.of("lm_head.bias"),
              // Saved with many models, whose positions are rotary, and not read by their class.
              Set.of("embeddings.position_embeddings.", "rotary_embeddings.")));

  private static final ModelFamily MODERNBERT =
      new ModelFamily(
          "ModernBERT",
          List.of("modernbert"),
          /* wordPieces= */ false,
          new Network(Positions.ROTARY_GLOBAL_AND_LOCAL, MODERN_LAYERS, true, false),
          FamilyFields.BERT
              .named("hidden_act", "hidden_activation")
              .with("classifier_activation", "gelu")
              .with("max_position_embeddings", 8192)
              .fixed("position_embedding_type", "rotary")
              .fixed("type_vocab_size", 0)
              .with("layer_norm_eps", 1e-5)
              .named("layer_norm_eps", "norm_eps")
              .reading("rope_parameters", "rope_scaling", "layer_types")
              .with("global_attn_every_n_layers", 3)
              .with("global_rope_theta", 160_000)
              .with("local_rope_theta", 10_000)
              .with("local_attention", 128)
              .withBiases(".*/beta", "norm_bias", false)
              .withBiases(Parameters.OUTPUT_BIAS, "decoder_bias", true)
              .withBiases(HEAD + "/bias", "classifier_bias", false)
              .withBiases(ATTENTION_BIAS, "attention_bias", false)
              .withBiases(ANY_BIAS, "mlp_bias", false),
          new TensorNames(
              "model.",
              "layers.%d.",
              Map.ofEntries(
                  Map.entry("attention/LayerNorm", "attn_norm"),
                  Map.entry("attention/self/query", "attn.Wqkv"),
                  Map.entry("attention/self/key", "attn.Wqkv"),
                  Map.entry("attention/self/value", "attn.Wqkv"),
                  Map.entry("attention/output/dense", "attn.Wo"),
                  Map.entry("intermediate/LayerNorm", "mlp_norm"),
                  Map.entry("intermediate/dense", "mlp.Wi"),
                  Map.entry("intermediate/gate", "mlp.Wi"),
                  Map.entry("output/dense", "mlp.Wo"),
                  Map.entry(Parameters.WORD_EMBEDDINGS, "embeddings.tok_embeddings"),
                  Map.entry(EMBEDDINGS_NORM, "embeddings.norm"),
                  Map.entry(LAST_NORM, "final_norm"),
                  Map.entry(HEAD, "head.dense"),
                  Map.entry(HEAD_NORM, "head.norm")),
              "decoder.weight",
              List.of("decoder.bias"),
              Set.of()));

  private static final ModelFamily EUROBERT =
      new ModelFamily(
          "EuroBERT",
          List.of("eurobert"),
          /* wordPieces= */ false,
          new Network(Positions.ROTARY, LLAMA_LAYERS, /* hasHead= */ false, false),
          FamilyFields.BERT
              .with("hidden_act", "silu")
              .with("max_position_embeddings", 8192)
              .fixed("position_embedding_type", "rotary")
              .fixed("type_vocab_size", 0)
              .with("layer_norm_eps", 1e-5)
              .named("layer_norm_eps", "rms_norm_eps")
              .with("tie_word_embeddings", false)
              .reading("rope_parameters", "rope_scaling", "head_dim", "num_key_value_heads")
              .with("rope_theta", 10_000)
              .withBiases(ATTENTION_BIAS, "attention_bias", false)
              .withBiases(ANY_BIAS, "mlp_bias", false),
          new TensorNames(
              "model.",
              "layers.%d.",
              Map.ofEntries(
                  Map.entry("attention/LayerNorm", "input_layernorm"),
                  Map.entry("attention/self/query", "self_attn.q_proj"),
                  Map.entry("attention/self/key", "self_attn.k_proj"),
                  Map.entry("attention/self/value", "self_attn.v_proj"),
                  Map.entry("attention/output/dense", "self_attn.o_proj"),
                  Map.entry("intermediate/LayerNorm", "post_attention_layernorm"),
                  Map.entry("intermediate/dense", "mlp.gate_proj"),
                  Map.entry("intermediate/gate", "mlp.up_proj"),
                  Map.entry("output/dense", "mlp.down_proj"),
                  Map.entry(Parameters.WORD_EMBEDDINGS, "embed_tokens"),
                  Map.entry(LAST_NORM, "norm")),
              "lm_head.weight",
              List.of("lm_head.bias"),
              Set.of()));

  private static final List<ModelFamily> ALL =
      List.of(BERT, ROBERTA, DISTILBERT, ELECTRA, ALBERT, MPNET, ESM, MODERNBERT, EUROBERT);

  /** Why other masked language models that people ask for are not read. */
  private static final Map<String, String> NOT_READ =
      Map.of(
          "deberta-v2",
          "transformers itself does not read the head of its checkpoints, lm_predictions.lm_head",
          "neobert",
          "programs under this name make different networks of the same config.json");

  private ModelFamilies() {}

  /** Returns the family of a {@code model_type}, or empty if it is not read. */
  static Optional<ModelFamily> of(String modelType) {
    return ALL.stream().filter(family -> family.types().contains(modelType)).findFirst();
  }

  /** Returns every {@code model_type} that is read, for people. */
  static String modelTypes() {
    return ALL.stream()
        .flatMap(family -> family.types().stream())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Returns the reason why a {@code model_type} is not read, where people may expect it. */
  static Optional<String> whyNotRead(String modelType) {
    return Optional.ofNullable(NOT_READ.get(modelType));
  }
}
