package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The tokenizer of protein models ({@code EsmTokenizer} of transformers) as a {@code
 * tokenizer.json}: each letter is a token, with spaces between letters or without. Characters that
 * are no token, as many as stand together, are one unknown token.
 */
public final class LetterTokenizer {
  private static final String START = "<cls>";
  private static final String END = "<eos>";
  private static final String UNKNOWN = "<unk>";
  private static final String MASK = "<mask>";

  private LetterTokenizer() {}

  /**
   * Returns the tokenizer of a list of tokens.
   *
   * @param tokens the tokens in order of their ids: letters, and special tokens in angle brackets
   * @param size how many word embeddings there are, at least as many
   * @throws MalformedFileException if there are others, or a special token is missing; the message
   *     continues the list's name
   */
  public static TokenizerFile of(List<String> tokens, int size) throws IOException {
    for (String token : List.of(START, END, UNKNOWN, MASK)) {
      if (!tokens.contains(token)) {
        throw new MalformedFileException("lacks the special token " + token);
      }
    }
    ObjectNode json = new ObjectMapper().createObjectNode().put("version", "1.0");
    ArrayNode added = json.putArray("added_tokens");
    json.putNull("normalizer");
    ArrayNode steps =
        json.putObject("pre_tokenizer").put("type", "Sequence").putArray("pretokenizers");
    steps.addObject().put("type", "WhitespaceSplit");
    // A special token that a user writes is cut here, and becomes unknown letters.
    putSplit(steps, "<");
    ObjectNode model = json.putObject("model").put("type", "WordPiece").put("unk_token", UNKNOWN);
    model.put("continuing_subword_prefix", "##").put("max_input_chars_per_word", 100);
    ObjectNode vocabulary = model.putObject("vocab");
    for (int id = 0; id < tokens.size(); id++) {
      String token = tokens.get(id);
      vocabulary.put(token, id);
      if (token.codePointCount(0, token.length()) == 1) {
        putSplit(steps, token);
      } else if (token.startsWith("<") && token.endsWith(">")) {
        added.addObject().put("id", id).put("content", token).put("special", true);
      } else {
        throw new MalformedFileException(
            "holds the token '%s': a tokenizer of letters has single ones, and others in <>"
                .formatted(PrintableName.of(token)));
      }
    }
    putTemplate(json.putObject("post_processor"), tokens);
    return TokenizerFile.parse(new ObjectMapper().writeValueAsBytes(json), Optional.of(MASK), size);
  }

  private static void putSplit(ArrayNode steps, String letter) {
    ObjectNode step = steps.addObject().put("type", "Split");
    step.putObject("pattern").put("String", letter);
    step.put("behavior", "Isolated").put("invert", false);
  }

  private static void putTemplate(ObjectNode step, List<String> tokens) {
    step.put("type", "TemplateProcessing");
    ArrayNode single = step.putArray("single");
    single.addObject().putObject("SpecialToken").put("id", START).put("type_id", 0);
    single.addObject().putObject("Sequence").put("id", "A").put("type_id", 0);
    single.addObject().putObject("SpecialToken").put("id", END).put("type_id", 0);
    step.putArray("pair");
    ObjectNode special = step.putObject("special_tokens");
    for (String token : List.of(START, END)) {
      ObjectNode entry = special.putObject(token).put("id", token);
      entry.putArray("ids").add(tokens.indexOf(token));
      entry.putArray("tokens").add(token);
    }
  }
}
