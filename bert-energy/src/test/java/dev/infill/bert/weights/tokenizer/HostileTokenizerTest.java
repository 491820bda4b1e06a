package dev.infill.bert.weights.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.CharacterMap;
import dev.infill.bert.weights.SyntheticTokenizer;
import dev.infill.bert.weights.format.MalformedFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tokenizers over which the native library ends the process or runs without end, or which would cut
 * texts into what the model does not have: each is refused before the library sees it.
 */
class HostileTokenizerTest {
  private static final Supplier<SyntheticTokenizer> WORDS = SyntheticTokenizer::wordPiece;
  private static final Supplier<SyntheticTokenizer> BYTES = SyntheticTokenizer::byteLevel;
  private static final Supplier<SyntheticTokenizer> PIECES = SyntheticTokenizer::unigram;

  private static Arguments mutant(
      String name, Supplier<SyntheticTokenizer> maker, Consumer<ObjectNode> change, String told) {
    return Arguments.of(name, maker, change, told);
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Consumer<ObjectNode> normalizer(String json) {
    return tree -> tree.set("normalizer", json(json));
  }

  private static Consumer<ObjectNode> preTokenizer(String json) {
    return tree -> tree.set("pre_tokenizer", json(json));
  }

  private static Consumer<ObjectNode> split(String pattern) {
    return tree ->
        tree.putObject("pre_tokenizer")
            .put("type", "Split")
            .put("behavior", "Isolated")
            .put("invert", false)
            .putObject("pattern")
            .put("Regex", pattern);
  }

  private static Consumer<ObjectNode> processor(String json) {
    return tree -> tree.set("post_processor", json(json));
  }

  private static Consumer<ObjectNode> template(Consumer<ObjectNode> change) {
    return tree -> change.accept((ObjectNode) tree.get("post_processor"));
  }

  private static Consumer<ObjectNode> model(Consumer<ObjectNode> change) {
    return tree -> change.accept((ObjectNode) tree.get("model"));
  }

  private static Consumer<ObjectNode> charsMap(Consumer<CharacterMap> change) {
    CharacterMap map = CharacterMap.built(Map.of('A', "a", '~', "tilde"));
    change.accept(map);
    return base64(map.base64());
  }

  private static Consumer<ObjectNode> base64(String map) {
    return tree ->
        tree.putObject("normalizer").put("type", "Precompiled").put("precompiled_charsmap", map);
  }

  private static String nested(String list, int depth) {
    return ("{'type':'Sequence','" + list + "':[").repeat(depth) + "]}".repeat(depth);
  }

  private static String replace(String pattern, String content) {
    return "{'type':'Replace','pattern':{'String':'%s'},'content':'%s'}"
        .formatted(pattern, content);
  }

  private static String sequence(String list, int count, String step) {
    return "{'type':'Sequence','%s':[%s]}"
        .formatted(list, String.join(",", Stream.generate(() -> step).limit(count).toList()));
  }

  static Stream<Arguments> mutants() {
    return Stream.of(normalizers(), preTokenizers(), processors(), models(), files())
        .flatMap(kind -> kind);
  }

  private static Stream<Arguments> normalizers() {
    return Stream.of(
        mutant("unknown", WORDS, normalizer("{'type':'Python'}"), "normalizer 'Python'"),
        mutant("no type", WORDS, normalizer("{'lowercase':true}"), "normalizer without a type"),
        mutant("a list", WORDS, normalizer("[]"), "normalizer without a type"),
        mutant("a text", WORDS, normalizer("'Lowercase'"), "normalizer without a type"),
        mutant(
            "unknown member",
            WORDS,
            normalizer("{'type':'Lowercase','locale':'tr'}"),
            "unknown member 'locale'"),
        mutant(
            "a flag that is none",
            WORDS,
            normalizer("{'type':'Strip','strip_left':7,'strip_right':true}"),
            "strip_left 7"),
        mutant("deep", WORDS, normalizer(nested("normalizers", 6)), "at most 4 levels"),
        mutant(
            "many steps",
            WORDS,
            normalizer(sequence("normalizers", 65, "{'type':'StripAccents'}")),
            "more than 64 steps"),
        mutant(
            "doubling",
            WORDS,
            normalizer(sequence("normalizers", 30, replace("a", "aa"))),
            "can make a text 1073741824 times as long"),
        mutant("growing", WORDS, normalizer(replace("a", "a".repeat(101))), "at most 100"),
        mutant(
            "decomposed again and again",
            WORDS,
            normalizer(sequence("normalizers", 3, "{'type':'NFKD'}")),
            "5832 times"),
        mutant("between all letters", WORDS, normalizer(replace("", "a")), "{\"String\":\"\"}"),
        mutant(
            "slow expression",
            WORDS,
            normalizer("{'type':'Replace','pattern':{'Regex':'(a+)+$'},'content':''}"),
            "pattern {\"Regex\":\"(a+)+$\"}"),
        mutant(
            "long prefix",
            WORDS,
            normalizer("{'type':'Prepend','prepend':'aaaaaaa'}"),
            "at most 1 char"),
        mutant("no map", PIECES, normalizer("{'type':'Precompiled'}"), "precompiled_charsmap"),
        mutant(
            "null as map",
            PIECES,
            normalizer("{'type':'Precompiled','precompiled_charsmap':null}"),
            "precompiled_charsmap null"),
        mutant("map that is no Base64", PIECES, base64("%%%"), "no Base64"),
        mutant("empty map", PIECES, base64(""), "no length"),
        mutant("map without a trie", PIECES, base64("AAAAAA=="), "a trie of 0 bytes"),
        mutant(
            "map that is cut off",
            PIECES,
            base64(Base64.getEncoder().encodeToString(new byte[] {-4, -1, -1, -1, 0, 0, 0, 0})),
            "a trie of 4294967292 bytes"),
        mutant(
            "map that leads nowhere",
            PIECES,
            charsMap(map -> map.units[0] = 0xfffffdff),
            "leads out of itself"),
        mutant(
            "map of a letter that leads nowhere",
            PIECES,
            charsMap(map -> map.units[256 ^ 'A'] |= 0x7fff0000),
            "leads out of itself"),
        mutant(
            "map behind its texts",
            PIECES,
            charsMap(map -> map.units[512] = 0xffffffff),
            "behind its texts"),
        mutant(
            "map within a character",
            PIECES,
            charsMap(
                map -> {
                  map.texts.writeBytes("\u00e9\0".getBytes(StandardCharsets.UTF_8));
                  map.units[513] = Integer.MIN_VALUE | (map.texts.size() - 2);
                }),
            "no UTF-8"),
        mutant(
            "growing map",
            PIECES,
            base64(CharacterMap.of(Map.of('e', "e".repeat(2000)))),
            "2000 times"));
  }

  private static Stream<Arguments> preTokenizers() {
    String bytes = "{'type':'ByteLevel','add_prefix_space':false,'trim_offsets':true}";
    return Stream.of(
        mutant(
            "unknown",
            WORDS,
            preTokenizer("{'type':'UnicodeScripts'}"),
            "pre_tokenizer 'UnicodeScripts'"),
        mutant("slow split", WORDS, split("(a+)+$"), "pattern {\"Regex\":\"(a+)+$\"}"),
        mutant("slow split, disguised", WORDS, split("\\s+|(?:a|a)+$"), "(?:a|a)+$"),
        mutant(
            "split at nothing",
            WORDS,
            preTokenizer(
                "{'type':'Split','pattern':{'String':''},'behavior':'Isolated','invert':false}"),
            "{\"String\":\"\"}"),
        mutant(
            "behaviour",
            WORDS,
            preTokenizer("{'type':'Punctuation','behavior':'Exploded'}"),
            "behavior \"Exploded\""),
        mutant("deep", BYTES, preTokenizer(nested("pretokenizers", 60)), "no JSON"),
        mutant(
            "bytes of bytes of bytes",
            BYTES,
            preTokenizer(sequence("pretokenizers", 2, bytes)),
            "ByteLevel twice"),
        mutant(
            "another mark of words",
            PIECES,
            preTokenizer("{'type':'Metaspace','replacement':'_','add_prefix_space':true}"),
            "replacement \"_\""),
        mutant(
            "long mark of words",
            PIECES,
            preTokenizer("{'type':'Metaspace','replacement':'\u2581\u2581'}"),
            "replacement"),
        mutant(
            "scheme",
            PIECES,
            preTokenizer("{'type':'Metaspace','replacement':'\u2581','prepend_scheme':'often'}"),
            "prepend_scheme \"often\""));
  }

  private static Stream<Arguments> processors() {
    return Stream.of(
        mutant("unknown", WORDS, processor("{'type':'Shell'}"), "post_processor 'Shell'"),
        mutant(
            "token that is not there",
            WORDS,
            template(step -> ((ObjectNode) step.get("special_tokens")).remove("[CLS]")),
            "single"),
        mutant(
            "id beyond the vocabulary",
            WORDS,
            template(
                step ->
                    ((ArrayNode) step.get("special_tokens").get("[CLS]").get("ids"))
                        .removeAll()
                        .add(1_000_000)),
            "less than 17"),
        mutant(
            "negative id",
            WORDS,
            template(
                step ->
                    ((ArrayNode) step.get("special_tokens").get("[CLS]").get("ids"))
                        .removeAll()
                        .add(-1)),
            "less than 17"),
        mutant(
            "more ids than tokens",
            WORDS,
            template(
                step -> ((ArrayNode) step.get("special_tokens").get("[CLS]").get("ids")).add(2)),
            "as many ids"),
        mutant(
            "second text of one",
            WORDS,
            template(
                step -> ((ObjectNode) step.get("single").get(1).get("Sequence")).put("id", "B")),
            "the text A once"),
        mutant(
            "text twice",
            WORDS,
            template(step -> ((ArrayNode) step.get("single")).add(step.get("single").get(1))),
            "the text A once"),
        mutant(
            "token of the pair that is not there",
            WORDS,
            template(
                step -> step.set("pair", json("[{'SpecialToken':{'id':'[NO]','type_id':0}}]"))),
            "pair"),
        mutant(
            "type that is none",
            WORDS,
            template(
                step ->
                    ((ObjectNode) step.get("single").get(1).get("Sequence")).put("type_id", -1)),
            "single"),
        mutant(
            "RoBERTa's beyond the vocabulary",
            BYTES,
            processor("{'type':'RobertaProcessing','sep':['</s>',9999],'cls':['<s>',0]}"),
            "sep [\"</s>\",9999]"),
        mutant(
            "BERT's without a name",
            WORDS,
            processor("{'type':'BertProcessing','sep':[3,3],'cls':['[CLS]',2]}"),
            "sep [3,3]"));
  }

  private static Stream<Arguments> models() {
    return Stream.of(
        mutant(
            "merge of no token",
            BYTES,
            model(model -> ((ArrayNode) model.get("merges")).insert(0, "no such")),
            "merges 'no' and 'such'"),
        mutant(
            "merge into no token",
            BYTES,
            model(model -> ((ArrayNode) model.get("merges")).insert(0, "t t")),
            "merges 't' and 't'"),
        mutant(
            "merge of one",
            BYTES,
            model(model -> ((ArrayNode) model.get("merges")).insert(0, "t")),
            "merge \"t\""),
        mutant(
            "merge of three",
            BYTES,
            model(
                model ->
                    ((ArrayNode) model.get("merges")).insertArray(0).add("t").add("h").add("e")),
            "of two pieces"),
        mutant(
            "merges before tokens",
            BYTES,
            tree -> {
              ObjectNode model = (ObjectNode) tree.get("model");
              JsonNode vocabulary = model.remove("vocab");
              ((ArrayNode) model.get("merges")).insert(0, "no such");
              model.set("vocab", vocabulary);
            },
            "merges 'no' and 'such'"),
        mutant("no merges", BYTES, model(model -> model.remove("merges")), "merges"),
        mutant(
            "prefix longer than tokens",
            BYTES,
            model(model -> model.put("continuing_subword_prefix", "####")),
            "continuing_subword_prefix \"####\""),
        mutant(
            "suffix",
            BYTES,
            model(model -> model.put("end_of_word_suffix", "</w>")),
            "end_of_word_suffix"),
        mutant("chance", BYTES, model(model -> model.put("dropout", 0.5)), "dropout 0.5"),
        mutant(
            "unknown token that is none",
            BYTES,
            model(model -> model.put("unk_token", "<no>")),
            "unk_token"),
        mutant(
            "word piece without the unknown",
            WORDS,
            model(model -> model.put("unk_token", "[NO]")),
            "unk_token"),
        mutant(
            "longest word of all",
            WORDS,
            model(model -> model.put("max_input_chars_per_word", 1 << 30)),
            "from 1 to 1000"),
        mutant("unk_id beyond", PIECES, model(model -> model.put("unk_id", 999)), "unk_id"),
        mutant("negative unk_id", PIECES, model(model -> model.put("unk_id", -1)), "unk_id"),
        mutant("no unk_id", PIECES, model(model -> model.remove("unk_id")), "unk_id"),
        mutant("unk_id null", PIECES, model(model -> model.putNull("unk_id")), "unk_id null"),
        mutant(
            "no pieces",
            PIECES,
            model(model -> model.putArray("vocab")),
            "unk_id 1; it should be the id of one of its pieces"),
        mutant(
            "piece of infinite weight",
            PIECES,
            model(model -> ((ArrayNode) model.get("vocab").get(6)).set(1, 1e300)),
            "-1000000 to 1000000"),
        mutant(
            "long piece",
            PIECES,
            model(model -> ((ArrayNode) model.get("vocab").get(6)).set(0, "a".repeat(1001))),
            "1001 characters; tokens have at most 1000"),
        mutant("unknown member", PIECES, model(model -> model.put("alpha", 0.1)), "alpha"),
        mutant(
            "members of another kind",
            WORDS,
            model(model -> model.putArray("merges")),
            "the model WordPiece the unknown member 'merges'"));
  }

  private static Stream<Arguments> files() {
    return Stream.of(
        mutant("unknown member", WORDS, tree -> tree.put("trust", true), "member 'trust'"),
        mutant("version", WORDS, tree -> tree.put("version", "2.0"), "version '2.0'"),
        mutant(
            "flag of an added token",
            WORDS,
            tree -> ((ObjectNode) tree.get("added_tokens").get(0)).put("special", "yes"),
            "special \"yes\"; it should be true or false"));
  }

  @ParameterizedTest(name = "{0}: {3}")
  @MethodSource("mutants")
  void isRefusedInOneLine(
      String name, Supplier<SyntheticTokenizer> maker, Consumer<ObjectNode> change, String told)
      throws IOException {
    SyntheticTokenizer tokenizer = maker.get();
    tokenizer.file();
    change.accept(tokenizer.tree);
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(tokenizer::file)
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .contains(told)
                    .doesNotContain("\n")
                    .hasSizeLessThan(400));
  }

  private static void assertRefused(
      SyntheticTokenizer tokenizer, String from, String to, String told) {
    String json = new String(tokenizer.json(), StandardCharsets.UTF_8);
    assertThat(json).contains(from);
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(
            () ->
                TokenizerFile.parse(
                    json.replace(from, to).getBytes(StandardCharsets.UTF_8),
                    Optional.empty(),
                    tokenizer.size()))
        .withMessageContaining(told);
  }

  /** Of two members of one name, each reader takes another one. */
  @Test
  void aMemberTwiceIsRefused() {
    assertRefused(
        WORDS.get(),
        "\"type\":\"BertPreTokenizer\"",
        "\"type\":\"Split\",\"type\":\"BertPreTokenizer\"",
        "the member 'type' is there twice");
  }

  @Test
  void halvesOfCharactersAreRefused() {
    assertRefused(PIECES.get(), "\u2581dog", "\\ud800", "surrogate");
    assertRefused(WORDS.get(), "\"dog\"", "\"\\udc00\"", "surrogate");
    assertRefused(WORDS.get(), "\"content\":\"[PAD]\"", "\"content\":\"\\ud800\"", "surrogate");
    assertRefused(
        WORDS.get(), "{\"type\":\"BertPreTokenizer\"}", "{\"type\":\"\\ud800\"}", "surrogate");
  }

  @Test
  void whatIsNotGivenToTheLibraryMayBeAnything() throws IOException {
    SyntheticTokenizer tokenizer = SyntheticTokenizer.wordPiece();
    tokenizer.tree.putObject("decoder").put("type", "Future");
    tokenizer.tree.putObject("truncation").put("max_length", -7);
    tokenizer.tree.putObject("padding").put("strategy", "None");
    tokenizer.file();
  }
}
