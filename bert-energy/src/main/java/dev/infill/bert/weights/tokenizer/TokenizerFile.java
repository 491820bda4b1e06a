package dev.infill.bert.weights.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.PrintableName;
import dev.infill.core.text.Vocabulary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A tokenizer in the form of Hugging Face's {@code tokenizer.json}: word pieces, byte-level BPE or
 * a unigram model. Immutable.
 *
 * <p>Its {@link #vocabulary()} spells tokens as this project does, whatever marks the file has for
 * the beginnings of words: a word stands as it is written, and the continuation of a word has a
 * leading {@code ##}. A token keeps its own spelling and counts as special if it is no text alone
 * (white space, a part of a character), or if another token is spelled like it.
 */
public final class TokenizerFile {
  private static final String VERSION = "version";

  private static final Kinds VERSIONS =
      new Kinds(
          VERSION,
          Map.of(
              "1.0",
              List.of(
                  Member.choice(VERSION, "1.0").optional(),
                  new Member("added_tokens", JsonNode::isArray, "a list").nullable(),
                  Member.any("normalizer"),
                  Member.any("pre_tokenizer"),
                  Member.any("post_processor"),
                  new Member("model", JsonNode::isObject, "an object"),
                  // They are left out when the native library is given the rest.
                  Member.any("truncation"),
                  Member.any("padding"),
                  Member.any("decoder"))));

  private static final Set<String> USUAL_MASKS = Set.of("[MASK]", "<mask>");

  private final String json;
  private final Pieces pieces;
  private final Vocabulary vocabulary;

  private TokenizerFile(String json, Pieces pieces, Vocabulary vocabulary) {
    this.json = json;
    this.pieces = pieces;
    this.vocabulary = vocabulary;
  }

  /**
   * Returns a tokenizer that was read before.
   *
   * @param json its {@link #json()}
   * @param pieces its {@link #pieces()}
   */
  public static TokenizerFile of(String json, Pieces pieces) {
    return new TokenizerFile(json, pieces, pieces.vocabulary());
  }

  /**
   * Reads a tokenizer.
   *
   * @param json the file
   * @param maskToken the token of a blank; empty for {@code [MASK]} or {@code <mask>}, whichever it
   *     has
   * @param size V, the rows of the word embeddings; those without a token are no text
   * @throws IOException if it is no such file, has more tokens, or holds a step that is not
   *     supported; the message continues the file's name
   */
  public static TokenizerFile parse(byte[] json, Optional<String> maskToken, int size)
      throws IOException {
    return of(
        BoundedJson.object(json, Limits.OTHER_TOKENIZER_VALUES + (long) Limits.TOKEN_VALUES * size),
        maskToken,
        size);
  }

  /** Reads a tokenizer from the tree of its file, which is changed. */
  static TokenizerFile of(JsonNode file, Optional<String> maskToken, int size)
      throws MalformedFileException {
    requireCharacters(file);
    VERSIONS.check(file.path(VERSION).asText("1.0"), file);
    List<Kinds.Step> steps = new ArrayList<>(Normalizers.check(file.path("normalizer")));
    steps.addAll(PreTokenizers.check(file.path("pre_tokenizer")));
    new PostProcessors(size).check(file.path("post_processor"));
    TokenRows rows = new TokenRows(size);
    PieceModel model = PieceModel.read(file.path("model"), rows);
    PieceMarking marking = PieceMarking.of(model.kind(), steps);
    List<AddedToken> added = new ArrayList<>();
    for (JsonNode each : file.path("added_tokens")) {
      AddedToken token = AddedToken.read(each);
      rows.put(token.id(), token.content());
      added.add(token);
    }
    List<String> tokens = rows.named();
    Set<Integer> special = ids(added, true);
    special.addAll(rows.unused());
    Vocabulary vocabulary =
        new VocabularySpelling(tokens, marking)
            .spelled(special, ids(added, false), model.unknown());
    AddedToken mask = mask(added, maskToken);
    PlainTexts plain = new PlainTexts(added, mask);
    return new TokenizerFile(
        plain.change((ObjectNode) file),
        Pieces.of(
            vocabulary,
            mask.id(),
            plain.found(),
            marking != PieceMarking.WORD_PIECE,
            steps.stream().anyMatch(Normalizers::isLowerCase)),
        vocabulary);
  }

  private static Set<Integer> ids(List<AddedToken> added, boolean special) {
    return added.stream()
        .filter(token -> token.special() == special)
        .map(AddedToken::id)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Half a character cannot be written again. */
  private static void requireCharacters(JsonNode tree) throws MalformedFileException {
    if (tree.isTextual()) {
      requireCharacters(tree.asText());
    }
    for (Map.Entry<String, JsonNode> member : tree.properties()) {
      requireCharacters(member.getKey());
    }
    for (JsonNode inner : tree) {
      requireCharacters(inner);
    }
  }

  private static void requireCharacters(String text) throws MalformedFileException {
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        throw new MalformedFileException("holds halves of surrogate pairs");
      }
    }
  }

  private static AddedToken mask(List<AddedToken> added, Optional<String> name)
      throws MalformedFileException {
    List<AddedToken> masks =
        added.stream()
            .filter(
                token ->
                    name.isPresent()
                        ? token.content().equals(name.get())
                        : USUAL_MASKS.contains(token.content()))
            .toList();
    if (masks.size() != 1) {
      throw new MalformedFileException(
          "has %s among its added_tokens, which a masked language model needs"
              .formatted(
                  name.map(token -> "no mask token " + PrintableName.of(token))
                      .orElse(masks.isEmpty() ? "no mask token" : "several mask tokens")));
    }
    return masks.get(0);
  }

  /**
   * Returns the file as the native library is given it: only the blank means something in texts.
   */
  public String json() {
    return json;
  }

  /** Returns the pieces, with what else is known without the file. */
  public Pieces pieces() {
    return pieces;
  }

  /** Returns the tokens as this project spells them. */
  public Vocabulary vocabulary() {
    return vocabulary;
  }
}
