package dev.infill.bert.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.CharacterMap;
import dev.infill.bert.weights.SyntheticTokenizer;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.TokenizedText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms of {@code tokenizer.json} that published models have are accepted, and work. */
class KnownTokenizersTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static SyntheticTokenizer tokenizer(String kind) {
    return switch (kind) {
      case "WordPiece" -> SyntheticTokenizer.wordPiece();
      case "BPE" -> SyntheticTokenizer.byteLevel();
      default -> SyntheticTokenizer.unigram();
    };
  }

  /** Texts that many characters and forms are in. */
  private static List<String> texts() {
    return List.of(
        "the old " + BlankedText.MASK + " walked down the " + BlankedText.MASK + ".",
        "Don't stop:\t\"A-1,234.50 %\" (e.g. caf\u00e9, na\u00efve)\r\n\n `` '' \u2026",
        "\u4e2d\u56fd ab\u4e2dcd \u0645\u0631\u062d\u0628\u0627 \ufdfa \u0130"
            + " \ud83d\ude00\u200d\ud83d\ude00",
        "\u0301a\u0301\u0301 \u00a0\u3000\u200b\u0000\u0007\ufeff\ufffd",
        characters(0, 0x1000),
        characters(0x1_d400, 0x1_d800));
  }

  /** Returns every character of a range, by itself. */
  private static String characters(int from, int end) {
    return IntStream.range(from, end)
        .mapToObj(Character::toString)
        .collect(Collectors.joining(" "));
  }

  private static void assertCuts(SyntheticTokenizer synthetic, JsonNode tree) throws IOException {
    TokenizerFile file =
        TokenizerFile.parse(JSON.writeValueAsBytes(tree), Optional.empty(), synthetic.size());
    try (PieceTokenizer tokenizer = PieceTokenizer.of(file, 64)) {
      TokenizedText text = tokenizer.tokenize(BlankedText.parse("the cat ___ on, the mat."));
      assertThat(text.blankCount()).isEqualTo(1);
      assertThat(text.length()).isGreaterThan(6);
      for (String tried : texts()) {
        assertThat(Arrays.stream(tokenizer.encode(tried)).max().orElseThrow())
            .isLessThan(synthetic.size());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '^',
      value = {
        "WordPiece@normalizer@null",
        // DistilBERT, ELECTRA and MPNet as BERT; cased and with accents.
        "WordPiece@normalizer@{'type':'BertNormalizer','clean_text':true,'handle_chinese_chars':true,'strip_accents':false,'lowercase':true}",
        "WordPiece@normalizer@{'type':'Sequence','normalizers':[{'type':'NFD'},{'type':'Lowercase'},{'type':'StripAccents'}]}",
        "WordPiece@pre_tokenizer@{'type':'Whitespace'}",
        "WordPiece@pre_tokenizer@{'type':'Sequence','pretokenizers':[{'type':'BertPreTokenizer'},{'type':'Digits','individual_digits':true}]}",
        "WordPiece@pre_tokenizer@{'type':'Sequence','pretokenizers':[{'type':'WhitespaceSplit'},{'type':'Punctuation','behavior':'Isolated'}]}",
        "WordPiece@post_processor@{'type':'BertProcessing','sep':['[SEP]',3],'cls':['[CLS]',2]}",
        "WordPiece@post_processor@{'type':'RobertaProcessing','sep':['[SEP]',3],'cls':['[CLS]',2],'trim_offsets':true,'add_prefix_space':false}",
        // RoBERTa of newer versions; ModernBERT; EuroBERT; StarEncoder.
        "BPE@pre_tokenizer@{'type':'ByteLevel','add_prefix_space':true,'trim_offsets':true,'use_regex':true}",
        "BPE@normalizer@{'type':'NFC'}",
        "BPE@pre_tokenizer@{'type':'Sequence','pretokenizers':[{'type':'Split','pattern':{'Regex':'(?i:`s|`t|`re|`ve|`m|`ll|`d)|[^\\\\r"
            + "\\\\n"
            + "\\\\p{L}\\\\p{N}]?\\\\p{L}+|\\\\p{N}{1,3}| ?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r"
            + "\\\\n"
            + "]*|\\\\s*[\\\\r"
            + "\\\\n"
            + "]+|\\\\s+(?!\\\\S)|\\\\s+'},'behavior':'Isolated','invert':false},{'type':'ByteLevel','add_prefix_space':false,'trim_offsets':true,'use_regex':false}]}",
        "BPE@pre_tokenizer@{'type':'Sequence','pretokenizers':[{'type':'Digits','individual_digits':true},{'type':'ByteLevel','add_prefix_space':false,'trim_offsets':true,'use_regex':true}]}",
        "BPE@post_processor@{'type':'Sequence','processors':[{'type':'ByteLevel','add_prefix_space':true,'trim_offsets':false,'use_regex':true},{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'<s>','type_id':0}},{'Sequence':{'id':'A','type_id':0}},{'SpecialToken':{'id':'</s>','type_id':0}}],'pair':[{'Sequence':{'id':'A','type_id':0}},{'Sequence':{'id':'B','type_id':1}}],'special_tokens':{'<s>':{'id':'<s>','ids':[0],'tokens':['<s>']},'</s>':{'id':'</s>','ids':[2],'tokens':['</s>']}}}]}",
        // XLM-RoBERTa, CamemBERT, ALBERT, DeBERTa V2, RemBERT and those like them.
        "Unigram@normalizer@{'type':'Precompiled','precompiled_charsmap':'MAP'}",
        "Unigram@normalizer@{'type':'Sequence','normalizers':[{'type':'Precompiled','precompiled_charsmap':'MAP'},{'type':'Replace','pattern':{'Regex':'"
            + " {2,}'},'content':' '}]}",
        "Unigram@normalizer@{'type':'Sequence','normalizers':[{'type':'Replace','pattern':{'String':'``'},'content':'`'},{'type':'NFKD'},{'type':'StripAccents'},{'type':'Lowercase'},{'type':'Precompiled','precompiled_charsmap':'MAP'},{'type':'Replace','pattern':{'Regex':'"
            + " {2,}'},'content':' '}]}",
        "Unigram@normalizer@{'type':'Sequence','normalizers':[{'type':'Strip','strip_left':true,'strip_right':true},{'type':'Replace','pattern':{'String':'\\n"
            + "'},'content':' '},{'type':'Precompiled','precompiled_charsmap':'MAP'}]}",
        "Unigram@normalizer@{'type':'Sequence','normalizers':[{'type':'Nmt'},{'type':'NFKC'},{'type':'Replace','pattern':{'Regex':'"
            + " {2,}'},'content':' '}]}",
        "Unigram@pre_tokenizer@{'type':'Metaspace','replacement':'\u2581','add_prefix_space':true}",
        "Unigram@pre_tokenizer@{'type':'Metaspace','replacement':'\u2581','str_rep':'\u2581','add_prefix_space':true}",
        "Unigram@pre_tokenizer@{'type':'Metaspace','replacement':'\u2581','prepend_scheme':'always','split':true}",
        "Unigram@pre_tokenizer@{'type':'Sequence','pretokenizers':[{'type':'Punctuation','behavior':'Isolated'},{'type':'Metaspace','replacement':'\u2581','add_prefix_space':true,'prepend_scheme':'always'}]}"
      })
  void formIsAccepted(String kind, String part, String json) throws IOException {
    SyntheticTokenizer synthetic = tokenizer(kind);
    ObjectNode tree = (ObjectNode) JSON.readTree(synthetic.json());
    String map = CharacterMap.of(Map.of('A', "a", '~', "", 'X', "the mat"));
    tree.set(part, JSON.readTree(json.replace('\'', '"').replace('`', '\'').replace("MAP", map)));
    assertCuts(synthetic, tree);
  }

  /** As newer versions write them, with what they added. */
  @Test
  void newerMembersOfModelsAreAccepted() throws IOException {
    SyntheticTokenizer bytes = SyntheticTokenizer.byteLevel();
    ObjectNode tree = (ObjectNode) JSON.readTree(bytes.json());
    ObjectNode model = (ObjectNode) tree.get("model");
    model.put("byte_fallback", false).put("ignore_merges", false).put("dropout", 0.0);
    model.put("unk_token", "<unk>");
    ArrayNode pairs = JSON.createArrayNode();
    for (JsonNode merge : model.get("merges")) {
      String[] two = merge.asText().split(" ", -1);
      pairs.addArray().add(two[0]).add(two[1]);
    }
    // Where members are sorted, they stand before the tokens.
    JsonNode vocabulary = model.remove("vocab");
    model.set("merges", pairs);
    model.set("vocab", vocabulary);
    assertCuts(bytes, tree);
    SyntheticTokenizer unigram = SyntheticTokenizer.unigram();
    tree = (ObjectNode) JSON.readTree(unigram.json());
    ((ObjectNode) tree.get("model")).put("byte_fallback", false);
    assertCuts(unigram, tree);
  }
}
