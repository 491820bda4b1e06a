package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.MalformedFileException;
import java.util.Map;

/**
 * Checks what a {@code tokenizer.json} puts around a text: tokens that there are, at places that
 * there are.
 *
 * @param size V, how many tokens there are
 */
record PostProcessorCheck(int size) {
  static final String PART = "post_processor";

  private static final String SUPPORTED =
      "BertProcessing, ByteLevel, RobertaProcessing, Sequence and TemplateProcessing";

  private static final int MOST_TEXT = 1000;

  /**
   * Checks one.
   *
   * @param tree what the file has as its post-processor
   */
  void check(JsonNode tree) throws MalformedFileException {
    for (TokenizerStep step : TokenizerStep.all(PART, tree, "processors")) {
      switch (step.type()) {
        case "ByteLevel" -> step.allowFlags("add_prefix_space", "trim_offsets", "use_regex");
        case "BertProcessing", "RobertaProcessing" -> {
          step.allow("sep", "cls", "trim_offsets", "add_prefix_space");
          step.requireFlags("trim_offsets", "add_prefix_space");
          requireToken(step, "sep");
          requireToken(step, "cls");
        }
        case "TemplateProcessing" -> {
          step.allow("single", "pair", "special_tokens");
          requireSpecialTokens(step);
          requireTemplate(step, "single", /* isPair= */ false);
          requireTemplate(step, "pair", /* isPair= */ true);
        }
        default -> throw step.unknown(SUPPORTED);
      }
    }
  }

  private void requireToken(TokenizerStep step, String name) throws MalformedFileException {
    JsonNode token = step.member(name);
    if (token.size() != 2 || !token.path(0).isTextual() || !isId(token.path(1))) {
      throw step.wrong(name, "a token and its id, which is less than %d".formatted(size));
    }
  }

  private boolean isId(JsonNode id) {
    return id.isInt() && id.asInt() >= 0 && id.asInt() < size;
  }

  private void requireSpecialTokens(TokenizerStep step) throws MalformedFileException {
    JsonNode tokens = step.member("special_tokens");
    if (!tokens.isObject()) {
      throw step.wrong("special_tokens", "an object");
    }
    for (Map.Entry<String, JsonNode> token : tokens.properties()) {
      JsonNode ids = token.getValue().path("ids");
      JsonNode names = token.getValue().path("tokens");
      boolean isWhole =
          token.getValue().size() == 3
              && token.getKey().length() <= MOST_TEXT
              && token.getValue().path("id").asText().equals(token.getKey())
              && ids.isArray()
              && names.isArray()
              && ids.size() == names.size();
      for (int i = 0; isWhole && i < ids.size(); i++) {
        isWhole = isId(ids.get(i)) && names.get(i).isTextual();
      }
      if (!isWhole) {
        throw step.wrong(
            "special_tokens",
            "for each its id, and as many ids less than %d as tokens".formatted(size));
      }
    }
  }

  private static void requireTemplate(TokenizerStep step, String name, boolean isPair)
      throws MalformedFileException {
    JsonNode template = step.member(name);
    int texts = 0;
    boolean isWhole = template.isArray();
    for (JsonNode piece : template) {
      JsonNode text = piece.path("Sequence");
      JsonNode token = piece.path("SpecialToken");
      JsonNode given = text.isObject() ? text : token;
      JsonNode type = given.path("type_id");
      String id = given.path("id").asText();
      texts += text.isObject() ? 1 : 0;
      isWhole &=
          piece.size() == 1
              && given.size() == 2
              && type.isInt()
              && type.asInt() >= 0
              && (text.isObject()
                  ? id.equals("A") || (isPair && id.equals("B"))
                  : step.member("special_tokens").has(id));
    }
    if (!isWhole || (!isPair && texts != 1)) {
      throw step.wrong(
          name,
          isPair
              ? "a list of texts A and B and of its special_tokens"
              : "a list of the text A once and of its special_tokens");
    }
  }
}
