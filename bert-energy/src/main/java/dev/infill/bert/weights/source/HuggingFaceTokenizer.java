package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.infill.bert.weights.format.BoundedJson;
import dev.infill.bert.weights.format.Limits;
import dev.infill.bert.weights.format.MalformedFileException;
import dev.infill.bert.weights.format.ModelFile;
import dev.infill.bert.weights.format.VocabularyFile;
import dev.infill.bert.weights.tokenizer.ListedTokenizer;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads the tokenizer of a model in a folder of Hugging Face, or makes it of the word pieces or
 * letters of a {@code vocab.txt} where there is none.
 */
final class HuggingFaceTokenizer {
  /** The class of transformers that cuts texts into letters. */
  private static final String LETTERS = "EsmTokenizer";

  private HuggingFaceTokenizer() {}

  /**
   * Reads the tokenizer of a folder.
   *
   * @param size V
   * @param wordPieces whether the tokenizer can be BERT's, for which a list of word pieces is
   *     enough
   * @param reading names the file that a failure is of
   * @throws dev.infill.core.InvalidInputException for field {@code model} if they are missing,
   *     damaged, or more than there are word embeddings
   */
  static TokenizerFile read(Path folder, int size, boolean wordPieces, ModelFileReading reading)
      throws IOException {
    JsonNode options = options(folder, reading, HuggingFaceFolder.TOKENIZER_OPTIONS);
    Path tokenizer = folder.resolve(HuggingFaceFolder.TOKENIZER);
    Path vocabulary = folder.resolve(HuggingFaceFolder.VOCABULARY);
    boolean letters = options.path("tokenizer_class").asText().equals(LETTERS);
    if (!Files.exists(tokenizer) && Files.exists(vocabulary) && (wordPieces || letters)) {
      List<String> words =
          reading.of(HuggingFaceFolder.VOCABULARY, () -> VocabularyFile.read(vocabulary));
      if (letters) {
        return reading.of(
            HuggingFaceFolder.VOCABULARY, () -> ListedTokenizer.ofLetters(words, size));
      }
      boolean lowerCase = lowerCase(options, words, reading);
      return reading.of(
          HuggingFaceFolder.VOCABULARY, () -> ListedTokenizer.ofWordPieces(words, lowerCase, size));
    }
    Optional<String> inOptions = maskToken(options);
    Optional<String> mask =
        inOptions.isPresent()
            ? inOptions
            : maskToken(options(folder, reading, HuggingFaceFolder.SPECIAL_TOKENS));
    return reading.of(
        HuggingFaceFolder.TOKENIZER,
        () -> {
          if (!Files.exists(tokenizer)) {
            throw new MalformedFileException(
                "is missing: it holds the tokenizer"
                    + (wordPieces ? ", unless there is a vocab.txt" : ""));
          }
          return TokenizerFile.parse(
              ModelFile.bytes(tokenizer, Limits.TOKENIZER_BYTES), mask, size);
        });
  }

  private static JsonNode options(Path folder, ModelFileReading reading, String file)
      throws IOException {
    Path path = folder.resolve(file);
    return reading.of(
        file, () -> Files.exists(path) ? BoundedJson.object(path) : MissingNode.getInstance());
  }

  private static boolean lowerCase(JsonNode options, List<String> words, ModelFileReading reading)
      throws IOException {
    boolean lowerCase =
        options.path("do_lower_case").asBoolean(VocabularyFile.isLowerCase(reading.model(), words));
    reading.of(
        HuggingFaceFolder.TOKENIZER_OPTIONS,
        () -> {
          if (options.path("strip_accents").asBoolean(lowerCase) != lowerCase
              || !options.path("tokenize_chinese_chars").asBoolean(true)) {
            throw new MalformedFileException(
                "sets strip_accents or tokenize_chinese_chars, which vocab.txt alone cannot follow:"
                    + " a tokenizer.json is needed");
          }
          return lowerCase;
        });
    return lowerCase;
  }

  /** A token is written as a string, or as an object with its content. */
  private static Optional<String> maskToken(JsonNode options) {
    JsonNode token = options.path("mask_token");
    JsonNode content = token.isObject() ? token.path("content") : token;
    return content.isTextual() ? Optional.of(content.asText()) : Optional.empty();
  }
}
