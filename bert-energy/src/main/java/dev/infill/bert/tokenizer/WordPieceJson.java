package dev.infill.bert.tokenizer;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.infill.core.InvalidInputException;
import dev.infill.core.text.BlankedText;
import dev.infill.core.text.Vocabulary;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * BERT's tokenizer in the form that the Hugging Face tokenizers read: Google's normaliser,
 * splitting at white space and punctuation, greedy longest-match word pieces, and {@code [CLS] …
 * [SEP]} around them. A word of more than 100 characters is unknown (as Hugging Face's BERT).
 */
final class WordPieceJson {
  private static final String FORM =
      """
      {"version": "1.0", "truncation": null, "padding": null,
       "added_tokens": [
         {"id": %1$d, "content": "[MASK]", "special": true,
          "single_word": false, "lstrip": false, "rstrip": false, "normalized": false}],
       "normalizer": {"type": "BertNormalizer", "clean_text": true,
         "handle_chinese_chars": true, "strip_accents": %2$b, "lowercase": %2$b},
       "pre_tokenizer": {"type": "BertPreTokenizer"},
       "post_processor": {"type": "TemplateProcessing",
         "single": [
           {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
           {"Sequence": {"id": "A", "type_id": 0}},
           {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
         "pair": [],
         "special_tokens": {
           "[CLS]": {"id": "[CLS]", "ids": [%3$d], "tokens": ["[CLS]"]},
           "[SEP]": {"id": "[SEP]", "ids": [%4$d], "tokens": ["[SEP]"]}}},
       "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
         "max_input_chars_per_word": 100, "vocab": {%5$s}}}
      """;

  private WordPieceJson() {}

  /**
   * Returns the tokenizer of some word pieces.
   *
   * @param lowerCase whether upper case and accents are removed
   * @throws InvalidInputException for field {@code model} if a special token is not among them
   */
  static byte[] of(Vocabulary vocabulary, boolean lowerCase) {
    int mask = special(vocabulary, BlankedText.MASK);
    special(vocabulary, "[UNK]");
    int start = special(vocabulary, "[CLS]");
    int end = special(vocabulary, "[SEP]");
    JsonStringEncoder encoder = JsonStringEncoder.getInstance();
    String pieces =
        IntStream.range(0, vocabulary.size())
            .mapToObj(
                id -> '"' + new String(encoder.quoteAsString(vocabulary.token(id))) + "\":" + id)
            .collect(Collectors.joining(","));
    return FORM.formatted(mask, lowerCase, start, end, pieces).getBytes(StandardCharsets.UTF_8);
  }

  static int special(Vocabulary vocabulary, String token) {
    return vocabulary
        .id(token)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "model", "the model's vocabulary lacks the special token " + token));
  }
}
