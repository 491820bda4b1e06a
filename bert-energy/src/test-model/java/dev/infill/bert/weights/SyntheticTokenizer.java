package dev.infill.bert.weights;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Small tokenizers in the form of {@code tokenizer.json}, each as the models of its kind have. */
public final class SyntheticTokenizer {
  private static final ObjectMapper JSON = new ObjectMapper();

  public final ObjectNode tree = JSON.createObjectNode();
  public final List<String> tokens = new ArrayList<>();

  private SyntheticTokenizer() {
    tree.put("version", "1.0");
    tree.putNull("truncation");
    tree.putObject("padding").put("strategy", "BatchLongest");
    tree.putArray("added_tokens");
  }

  /** Returns the ids' number V. */
  public int size() {
    return tokens.size();
  }

  /** Returns the id of a token as the file spells it. */
  public int id(String token) {
    return tokens.indexOf(token);
  }

  /** Returns the file. */
  public byte[] json() {
    return tree.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the tokenizer that is read from the file. */
  public TokenizerFile file() throws IOException {
    return TokenizerFile.parse(json(), Optional.empty(), size());
  }

  /** Adds a token that is found in texts as it is written, with an id behind all others. */
  public void addWord(String content, boolean special) {
    add(content, special, false);
  }

  /** Adds a token to the model's vocabulary. */
  public void addPiece(String token) {
    tokens.add(token);
    ((ObjectNode) tree.get("model").get("vocab")).put(token, tokens.indexOf(token));
  }

  /** Adds a token to a unigram model's vocabulary. */
  public void addUnigram(String token) {
    tokens.add(token);
    ((ArrayNode) tree.get("model").get("vocab")).addArray().add(token).add(-3.5 / token.length());
  }

  public void add(String content, boolean special, boolean stripsLeft) {
    if (!tokens.contains(content)) {
      tokens.add(content);
    }
    ((ArrayNode) tree.get("added_tokens"))
        .addObject()
        .put("id", tokens.indexOf(content))
        .put("content", content)
        .put("single_word", false)
        .put("lstrip", stripsLeft)
        .put("rstrip", false)
        .put("normalized", false)
        .put("special", special);
  }

  /** BERT's word pieces, lower case. */
  public static SyntheticTokenizer wordPiece() {
    SyntheticTokenizer tokenizer = new SyntheticTokenizer();
    for (String special : List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")) {
      tokenizer.add(special, true, false);
    }
    tokenizer.putWordPieces();
    tokenizer.putTemplate("[CLS]", "[SEP]");
    return tokenizer;
  }

  /** ProtBERT's word pieces: those of its vocab.txt, letters of amino acids. */
  public static SyntheticTokenizer residues() {
    SyntheticTokenizer tokenizer = new SyntheticTokenizer();
    tokenizer.tokens.addAll(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"));
    tokenizer.tokens.addAll(List.of("LAGVESIKRDTPNQFYMHCWXUBZO".split("")));
    return tokenizer;
  }

  /**
   * MPNet's: word pieces with RoBERTa's special tokens; the space before the mask is part of it.
   */
  public static SyntheticTokenizer markedWordPiece() {
    SyntheticTokenizer tokenizer = new SyntheticTokenizer();
    for (String special : List.of("<s>", "<pad>", "</s>", "<unk>", "[UNK]")) {
      tokenizer.add(special, true, false);
    }
    tokenizer.add("<mask>", true, true);
    tokenizer.putWordPieces();
    tokenizer.putRobertaProcessing();
    return tokenizer;
  }

  private void putWordPieces() {
    tokens.addAll(
        List.of("the", "cat", "dog", "sat", "on", "mat", ".", ",", "##s", "##ing", "run", "a"));
    ObjectNode normalizer = tree.putObject("normalizer").put("type", "BertNormalizer");
    normalizer.put("clean_text", true).put("handle_chinese_chars", true);
    normalizer.putNull("strip_accents").put("lowercase", true);
    tree.putObject("pre_tokenizer").put("type", "BertPreTokenizer");
    ObjectNode model = tree.putObject("model").put("type", "WordPiece");
    model.put("unk_token", "[UNK]").put("continuing_subword_prefix", "##");
    model.put("max_input_chars_per_word", 100);
    putVocabulary(model);
  }

  private void putRobertaProcessing() {
    ObjectNode processor = tree.putObject("post_processor");
    processor.put("type", "RobertaProcessing");
    processor.putArray("sep").add("</s>").add(2);
    processor.putArray("cls").add("<s>").add(0);
    processor.put("trim_offsets", true).put("add_prefix_space", false);
  }

  /** RoBERTa's bytes; the space before a word is part of it, and of the mask. */
  public static SyntheticTokenizer byteLevel() {
    SyntheticTokenizer tokenizer = new SyntheticTokenizer();
    for (String special : List.of("<s>", "<pad>", "</s>", "<unk>")) {
      tokenizer.add(special, true, false);
    }
    List<String> merges = tokenizer.addBytes();
    tokenizer.add("<mask>", true, true);
    tokenizer.tree.putNull("normalizer");
    putByteLevel(tokenizer.tree.putObject("pre_tokenizer"));
    tokenizer.putRobertaProcessing();
    ObjectNode model = tokenizer.tree.putObject("model").put("type", "BPE");
    model.putNull("dropout").putNull("unk_token").put("continuing_subword_prefix", "");
    model.put("end_of_word_suffix", "").put("fuse_unk", false);
    tokenizer.putVocabulary(model);
    ArrayNode pairs = model.putArray("merges");
    merges.forEach(pairs::add);
    return tokenizer;
  }

  /**
   * ModernBERT's bytes: special tokens behind the others, the space before the mask a part of it,
   * runs of spaces as tokens that are not special.
   */
  public static SyntheticTokenizer modernBytes() {
    SyntheticTokenizer tokenizer = ofBytes();
    tokenizer.tree.putObject("normalizer").put("type", "NFC");
    tokenizer.add("   ", false, false);
    tokenizer.add("  ", false, false);
    for (String special : List.of("[UNK]", "[CLS]", "[SEP]", "[PAD]")) {
      tokenizer.add(special, true, false);
    }
    tokenizer.add("[MASK]", true, true);
    tokenizer.add("[unused0]", true, false);
    tokenizer.putTemplate("[CLS]", "[SEP]");
    return tokenizer;
  }

  /** Llama's bytes, which EuroBERT has: what begins a text is the first token behind the others. */
  public static SyntheticTokenizer llamaBytes() {
    SyntheticTokenizer tokenizer = ofBytes();
    tokenizer.add("<|begin_of_text|>", true, false);
    tokenizer.add("<|end_of_text|>", true, false);
    tokenizer.add("<mask>", true, true);
    tokenizer.putTemplate("<|begin_of_text|>", "<|end_of_text|>");
    return tokenizer;
  }

  private static SyntheticTokenizer ofBytes() {
    SyntheticTokenizer tokenizer = new SyntheticTokenizer();
    List<String> merges = tokenizer.addBytes();
    putByteLevel(tokenizer.tree.putObject("pre_tokenizer"));
    ObjectNode model = tokenizer.tree.putObject("model").put("type", "BPE");
    model.putNull("dropout").putNull("unk_token").putNull("continuing_subword_prefix");
    model.putNull("end_of_word_suffix").put("fuse_unk", false).put("byte_fallback", false);
    model.put("ignore_merges", false);
    tokenizer.putVocabulary(model);
    ArrayNode pairs = model.putArray("merges");
    merges.forEach(merge -> pairs.add(JSON.valueToTree(merge.split(" ", -1))));
    return tokenizer;
  }

  /**
   * Gemma's SentencePiece, which mmBERT has: a BPE whose normalizer writes a mark for each space,
   * with pieces for single bytes.
   */
  public static SyntheticTokenizer gemma() {
    SyntheticTokenizer tokenizer = new SyntheticTokenizer();
    for (String special : List.of("<pad>", "<eos>", "<bos>", "<unk>")) {
      tokenizer.add(special, true, false);
    }
    tokenizer.add("<mask>", true, true);
    tokenizer.add("\u2581\u2581", false, false);
    tokenizer.tokens.addAll(List.of("<0xC3>", "<0xA9>", "\u2581"));
    "thecadogsnm.,<>/pbk[]MASK".chars().distinct().forEach(tokenizer::addLetter);
    List<String> merges = new ArrayList<>();
    for (String word : List.of("the", "cat", "sat", "on", "mat")) {
      tokenizer.mergeUp("\u2581" + word, merges);
    }
    tokenizer.mergeUp("the", merges);
    ObjectNode normalizer = tokenizer.tree.putObject("normalizer").put("type", "Replace");
    normalizer.putObject("pattern").put("String", " ");
    normalizer.put("content", "\u2581");
    ObjectNode before = tokenizer.tree.putObject("pre_tokenizer").put("type", "Split");
    before.putObject("pattern").put("String", " ");
    before.put("behavior", "MergedWithPrevious").put("invert", false);
    tokenizer.putTemplate("<bos>", "<eos>");
    ObjectNode model = tokenizer.tree.putObject("model").put("type", "BPE").putNull("dropout");
    model.put("unk_token", "<unk>").putNull("continuing_subword_prefix");
    model.putNull("end_of_word_suffix").put("fuse_unk", true).put("byte_fallback", true);
    model.put("ignore_merges", false);
    tokenizer.putVocabulary(model);
    ArrayNode pairs = model.putArray("merges");
    merges.forEach(merge -> pairs.add(JSON.valueToTree(merge.split(" ", -1))));
    return tokenizer;
  }

  private void addLetter(int letter) {
    tokens.add(Character.toString(letter));
  }

  /** Adds letters and words of bytes to the vocabulary, and returns the merges of the words. */
  private List<String> addBytes() {
    List<String> merges = new ArrayList<>();
    for (String letter : "the cat dog sat on mat.,<mask>/#é".split("", -1)) {
      for (byte value : letter.getBytes(StandardCharsets.UTF_8)) {
        String symbol = value == ' ' ? "\u0120" : String.valueOf((char) (value & 0xff));
        if (!symbol.isBlank() && !tokens.contains(symbol)) {
          tokens.add(symbol);
        }
      }
    }
    for (String word :
        List.of(
            "\u0120the",
            "the",
            "\u0120cat",
            "\u0120dog",
            "\u0120sat",
            "\u0120on",
            "\u0120mat",
            "\u0120.",
            "\u0120#",
            "##",
            "\u0120##")) {
      mergeUp(word, merges);
    }
    return merges;
  }

  private static void putByteLevel(ObjectNode step) {
    step.put("type", "ByteLevel").put("add_prefix_space", false).put("trim_offsets", true);
  }

  private void mergeUp(String word, List<String> merges) {
    for (int end = 2; end <= word.length(); end++) {
      String merge = word.substring(0, end - 1) + " " + word.charAt(end - 1);
      if (!merges.contains(merge)) {
        merges.add(merge);
      }
      if (!tokens.contains(word.substring(0, end))) {
        tokens.add(word.substring(0, end));
      }
    }
  }

  /** ALBERT's SentencePiece, lower case; its special tokens are pieces of the model. */
  public static SyntheticTokenizer unigram() {
    SyntheticTokenizer tokenizer = new SyntheticTokenizer();
    for (String special : List.of("<pad>", "<unk>", "[CLS]", "[SEP]")) {
      tokenizer.add(special, true, false);
    }
    tokenizer.add("[MASK]", true, true);
    tokenizer.tokens.addAll(
        List.of(
            "\u2581the",
            "\u2581cat",
            "\u2581dog",
            "\u2581sat",
            "\u2581on",
            "\u2581mat",
            "s",
            ".",
            ",",
            "\u2581",
            "\u2581.",
            "ing",
            "the",
            "t",
            "h",
            "e",
            "[",
            "]"));
    ObjectNode normalizer = tokenizer.tree.putObject("normalizer").put("type", "Sequence");
    ArrayNode normalizers = normalizer.putArray("normalizers");
    for (String step : List.of("NFKD", "StripAccents", "Lowercase")) {
      normalizers.addObject().put("type", step);
    }
    ObjectNode before = tokenizer.tree.putObject("pre_tokenizer").put("type", "Sequence");
    ArrayNode steps = before.putArray("pretokenizers");
    steps.addObject().put("type", "WhitespaceSplit");
    steps
        .addObject()
        .put("type", "Metaspace")
        .put("replacement", "\u2581")
        .put("add_prefix_space", true);
    tokenizer.putTemplate("[CLS]", "[SEP]");
    ObjectNode model = tokenizer.tree.putObject("model").put("type", "Unigram").put("unk_id", 1);
    ArrayNode vocabulary = model.putArray("vocab");
    for (int id = 0; id < tokenizer.size(); id++) {
      String token = tokenizer.tokens.get(id);
      vocabulary.addArray().add(token).add(id < 5 ? 0 : -3.5 / token.length() - 0.01 * id);
    }
    return tokenizer;
  }

  private void putVocabulary(ObjectNode model) {
    ObjectNode vocabulary = model.putObject("vocab");
    for (int id = 0; id < tokens.size(); id++) {
      vocabulary.put(tokens.get(id), id);
    }
  }

  private void putTemplate(String start, String end) {
    ObjectNode template = tree.putObject("post_processor").put("type", "TemplateProcessing");
    ArrayNode single = template.putArray("single");
    single.addObject().putObject("SpecialToken").put("id", start).put("type_id", 0);
    single.addObject().putObject("Sequence").put("id", "A").put("type_id", 0);
    single.addObject().putObject("SpecialToken").put("id", end).put("type_id", 0);
    template.putArray("pair");
    ObjectNode special = template.putObject("special_tokens");
    for (String token : List.of(start, end)) {
      ObjectNode entry = special.putObject(token).put("id", token);
      entry.putArray("ids").add(id(token));
      entry.putArray("tokens").add(token);
    }
  }
}
