package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The fields that a family reads of {@code config.json}. The fields of all families go by BERT's
 * names for them, or by those of the first family that has them.
 *
 * @param known each field by that name
 * @param biases the biases that a model has only if a field is true
 */
record FamilyFields(Map<String, Field> known, List<ConfiguredBias> biases) {
  private static final JsonNode NONE = MissingNode.getInstance();

  /** The fields of BERT. */
  static final FamilyFields BERT =
      new FamilyFields(Map.of(), List.of())
          .reading("vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads")
          .reading("intermediate_size")
          .with("hidden_act", "gelu")
          .with("max_position_embeddings", 512)
          .with("type_vocab_size", 2)
          .with("pad_token_id", 1)
          .with("layer_norm_eps", 1e-12)
          .with("tie_word_embeddings", true)
          .with("position_embedding_type", "absolute")
          .requiring("position_embedding_type", "absolute")
          .requiring("is_decoder", false);

  /** Copies the collections. */
  FamilyFields {
    known = Map.copyOf(known);
    biases = List.copyOf(biases);
  }

  /**
   * One field. A missing node stands for no value.
   *
   * @param name its name in the family's {@code config.json}
   * @param isRead whether the family reads it; if not, it always has its usual value
   * @param usual its value where it is left out
   * @param required the only value that is supported
   */
  record Field(String name, boolean isRead, JsonNode usual, JsonNode required) {}

  /**
   * Biases that a model has only if a field is true. They are 0 otherwise.
   *
   * @param parameters matches the names of the biases
   * @param field the field
   */
  record ConfiguredBias(Pattern parameters, String field) {}

  /** Adds fields that have no usual value. */
  FamilyFields reading(String... fields) {
    FamilyFields all = this;
    for (String field : fields) {
      all = all.put(field, new Field(field, true, NONE, NONE));
    }
    return all;
  }

  /** Adds a field, or sets its usual value. */
  FamilyFields with(String field, Object usual) {
    Field earlier = field(field);
    return put(field, new Field(earlier.name(), true, node(usual), earlier.required()));
  }

  /** Has a field keep one value, whatever is configured. */
  FamilyFields fixed(String field, Object value) {
    return put(field, new Field(field, false, node(value), NONE));
  }

  /** Renames a field of BERT's. */
  FamilyFields named(String field, String name) {
    Field earlier = field(field);
    return put(field, new Field(name, true, earlier.usual(), earlier.required()));
  }

  /** Refuses all values of a field but one. */
  FamilyFields requiring(String field, Object value) {
    Field earlier = field(field);
    return put(field, new Field(earlier.name(), true, earlier.usual(), node(value)));
  }

  /** Adds biases that a model has only if a field is true; those that were added before win. */
  FamilyFields withBiases(String parameters, String field, boolean usual) {
    List<ConfiguredBias> all = new ArrayList<>(biases);
    all.add(new ConfiguredBias(Pattern.compile(parameters), field));
    return new FamilyFields(known, all).with(field, usual);
  }

  private static JsonNode node(Object value) {
    return new ObjectMapper().valueToTree(value);
  }

  private FamilyFields put(String name, Field field) {
    Map<String, Field> all = new HashMap<>(known);
    all.put(name, field);
    return new FamilyFields(all, biases);
  }

  /** Returns a field, which is one without a value if the family does not have it. */
  Field field(String name) {
    return known.getOrDefault(name, new Field(name, false, NONE, NONE));
  }

  /**
   * Returns the field that says whether a model has a bias, or empty if it always has it.
   *
   * @param parameter its name as in {@link dev.infill.bert.weights.Parameters}
   */
  Optional<String> biasField(String parameter) {
    return biases.stream()
        .filter(bias -> bias.parameters().matcher(parameter).matches())
        .map(ConfiguredBias::field)
        .findFirst();
  }
}
