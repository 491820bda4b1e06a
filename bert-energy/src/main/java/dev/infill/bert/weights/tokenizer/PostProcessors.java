package dev.infill.bert.weights.tokenizer;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import java.util.List;
import java.util.Map;

/**
 * The steps by which a {@code tokenizer.json} puts tokens around a text: tokens of the vocabulary,
 * and the text once.
 *
 * @param size V, the number of tokens
 */
record PostProcessors(int size) {
  private static final Member SINGLE =
      new Member(
          "single",
          (template, step) ->
              isTemplate(template, step, "A")
                  && template.valueStream().filter(piece -> piece.has("Sequence")).count() == 1,
          "a list of the text A once and of its special_tokens");

  private static final Member PAIR =
      new Member(
          "pair",
          (template, step) -> isTemplate(template, step, "A", "B"),
          "a list of texts A and B and of its special_tokens");

  /** Checks the steps of the member of a file. */
  void check(JsonNode tree) throws MalformedFileException {
    List<Member> tokens =
        List.of(
            token("sep"),
            token("cls"),
            Member.flag("trim_offsets"),
            Member.flag("add_prefix_space"));
    Member special =
        new Member(
            "special_tokens",
            value -> value.isObject() && value.properties().stream().allMatch(this::isSpecial),
            "for each token its id, and as many ids less than %d as tokens".formatted(size));
    new Kinds(
            "post_processor",
            Map.ofEntries(
                entry("BertProcessing", tokens),
                entry("ByteLevel", PreTokenizers.BYTE_LEVEL),
                entry("RobertaProcessing", tokens),
                entry("TemplateProcessing", List.of(special, SINGLE, PAIR))))
        .steps(tree, "processors");
  }

  private Member token(String name) {
    return new Member(
        name,
        token -> token.size() == 2 && token.path(0).isTextual() && isId(token.path(1)),
        "a token and its id, which is less than %d".formatted(size));
  }

  private boolean isId(JsonNode id) {
    return id.isInt() && id.asInt() >= 0 && id.asInt() < size;
  }

  private boolean isSpecial(Map.Entry<String, JsonNode> named) {
    JsonNode token = named.getValue();
    JsonNode ids = token.path("ids");
    JsonNode names = token.path("tokens");
    return token.size() == 3
        && named.getKey().length() <= Limits.TOKEN_CHARS
        && token.path("id").asText().equals(named.getKey())
        && ids.isArray()
        && names.isArray()
        && ids.size() == names.size()
        && ids.valueStream().allMatch(this::isId)
        && names.valueStream().allMatch(JsonNode::isTextual);
  }

  private static boolean isTemplate(JsonNode template, JsonNode step, String... texts) {
    return template.isArray()
        && template
            .valueStream()
            .allMatch(piece -> isPiece(piece, step.path("special_tokens"), List.of(texts)));
  }

  private static boolean isPiece(JsonNode piece, JsonNode special, List<String> texts) {
    JsonNode text = piece.path("Sequence");
    JsonNode given = text.isObject() ? text : piece.path("SpecialToken");
    String id = given.path("id").asText();
    JsonNode type = given.path("type_id");
    return piece.size() == 1
        && given.size() == 2
        && type.isInt()
        && type.asInt() >= 0
        && (text.isObject() ? texts.contains(id) : special.has(id));
  }
}
