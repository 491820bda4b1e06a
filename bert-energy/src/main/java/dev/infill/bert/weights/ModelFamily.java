package dev.infill.bert.weights;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The architectures of Hugging Face's folders, and what each calls its modules. */
final class ModelFamily {
  private static final String PROJECTION = "bert/embeddings_project";
  private static final String TRANSFORM = "cls/predictions/transform/dense";
  private static final String TRANSFORM_NORM = "cls/predictions/transform/LayerNorm";

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
          "cls.predictions.decoder.weight");

  static final ModelFamily ROBERTA =
      new ModelFamily(
          "RoBERTa",
          List.of("roberta", "xlm-roberta", "camembert"),
          "roberta.",
          "encoder.layer.%d.",
          BERT_LAYER,
          Map.of(TRANSFORM, "lm_head.dense", TRANSFORM_NORM, "lm_head.layer_norm"),
          List.of("lm_head.bias", "lm_head.decoder.bias"),
          "lm_head.decoder.weight");

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
          "vocab_projector.weight");

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
          "generator_lm_head.weight");

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
          "predictions.decoder.weight");

  private static final List<ModelFamily> ALL = List.of(BERT, ROBERTA, DISTILBERT, ELECTRA, ALBERT);

  private final String name;
  private final List<String> modelTypes;
  private final String encoder;
  private final String layer;
  private final Map<String, String> layerModules;
  private final Map<String, String> modules;
  private final List<String> outputBiases;
  private final String decoder;

  private ModelFamily(
      String name,
      List<String> modelTypes,
      String encoder,
      String layer,
      Map<String, String> layerModules,
      Map<String, String> modules,
      List<String> outputBiases,
      String decoder) {
    this.name = name;
    this.modelTypes = modelTypes;
    this.encoder = encoder;
    this.layer = layer;
    this.layerModules = layerModules;
    this.modules = modules;
    this.outputBiases = outputBiases;
    this.decoder = decoder;
  }

  /** Returns the family of a {@code model_type}, or empty if it is not read. */
  static Optional<ModelFamily> of(String modelType) {
    return ALL.stream().filter(family -> family.modelTypes.contains(modelType)).findFirst();
  }

  /** Returns every {@code model_type} that is read, for people. */
  static String modelTypes() {
    return ALL.stream()
        .flatMap(family -> family.modelTypes.stream())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Returns what stands before the names of encoder modules, where anything does. */
  String encoder() {
    return encoder;
  }

  /** Returns what stands before the names of a layer's modules; ALBERT's are in groups. */
  String layer(int number, int layersPerGroup) {
    return this == ALBERT
        ? layer.formatted(number / layersPerGroup, number % layersPerGroup)
        : layer.formatted(number);
  }

  /** Returns the name of a module of a layer. */
  Optional<String> layerModule(String module) {
    return Optional.ofNullable(layerModules.get(module));
  }

  /** Returns the name of a module of the head, or of the projection of embeddings. */
  Optional<String> module(String module) {
    return Optional.ofNullable(modules.get(module));
  }

  /** Returns the names of the decoder's bias, any of which may be there. */
  List<String> outputBiases() {
    return outputBiases;
  }

  /** Returns the name of the decoder's matrix. */
  String decoder() {
    return decoder;
  }

  /** Returns the family's name, for people. */
  @Override
  public String toString() {
    return name;
  }
}
