package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.util.List;

/**
 * A token of a {@code tokenizer.json} that is found in a text as it is written, before the text is
 * cut.
 *
 * @param id its row in the word embeddings
 * @param content how it is written
 * @param special whether it is no text: a beginning, an end, a blank
 * @param singleWord whether it is found only where no letter stands beside it
 * @param stripsLeft whether the white space before it goes with it
 * @param stripsRight whether the white space after it goes with it
 * @param normalized whether it is looked for in the normalized text
 */
record AddedToken(
    int id,
    String content,
    boolean special,
    boolean singleWord,
    boolean stripsLeft,
    boolean stripsRight,
    boolean normalized) {
  private static final List<Member> MEMBERS =
      List.of(
          new Member("id", JsonNode::isInt, "an integer"),
          new Member("content", text -> text.isTextual() && !text.asText().isEmpty(), "a text"),
          Member.flag("special"),
          Member.flag("single_word"),
          Member.flag("lstrip"),
          Member.flag("rstrip"),
          Member.flag("normalized"));

  static AddedToken read(JsonNode token) throws MalformedFileException {
    String content = token.path("content").asText();
    for (Member member : MEMBERS) {
      member.check("added token " + PrintableName.of(content), token);
    }
    return new AddedToken(
        token.path("id").asInt(),
        content,
        token.path("special").asBoolean(),
        token.path("single_word").asBoolean(),
        token.path("lstrip").asBoolean(),
        token.path("rstrip").asBoolean(),
        token.path("normalized").asBoolean());
  }
}
