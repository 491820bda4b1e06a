package dev.infill.bert.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.infill.bert.store.ModelStore;
import dev.infill.bert.weights.SyntheticTokenizer;
import dev.infill.bert.weights.tokenizer.TokenizerFile;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tokenizer in a process of its own, and what is made of how that ends. */
class TokenizerTrialTest {
  @TempDir Path folder = Path.of("");

  private static TokenizerFile file(String json, int size) throws IOException {
    return TokenizerFile.parse(json.getBytes(StandardCharsets.UTF_8), Optional.empty(), size);
  }

  private static TokenizerFile file(SyntheticTokenizer tokenizer) throws IOException {
    return file(new String(tokenizer.json(), StandardCharsets.UTF_8), tokenizer.size());
  }

  private TokenizerTrial trial(String script) throws IOException {
    Path program = Files.writeString(folder.resolve("java"), "#!/bin/sh\n" + script + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return new TokenizerTrial(folder, program);
  }

  private Optional<String> run(TokenizerTrial trial) throws IOException {
    return trial.run(file(SyntheticTokenizer.unigram()), folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"WordPiece", "BPE", "Unigram"})
  void aTokenizerThatWorksPasses(String kind) throws IOException {
    SyntheticTokenizer tokenizer =
        switch (kind) {
          case "WordPiece" -> SyntheticTokenizer.wordPiece();
          case "BPE" -> SyntheticTokenizer.byteLevel();
          default -> SyntheticTokenizer.unigram();
        };
    assertThat(new TokenizerTrial(ModelStore.defaultRoot()).run(file(tokenizer), folder)).isEmpty();
  }

  /** Its name is anyone's text. */
  @Test
  void aMaskOfAnyNamePasses() throws IOException {
    String name = "\"[M\\\n-Xmx1m \u2581\u4e2d '@x";
    SyntheticTokenizer tokenizer = SyntheticTokenizer.wordPiece();
    tokenizer.addWord(name, /* special= */ true);
    TokenizerFile file = TokenizerFile.parse(tokenizer.json(), Optional.of(name), tokenizer.size());
    assertThat(new TokenizerTrial(ModelStore.defaultRoot()).run(file, folder)).isEmpty();
  }

  @Test
  void whatTheLibraryRefusesIsRefused() throws IOException {
    SyntheticTokenizer tokenizer = SyntheticTokenizer.unigram();
    String json =
        new String(tokenizer.json(), StandardCharsets.UTF_8)
            .replace(
                "\"add_prefix_space\":true",
                "\"add_prefix_space\":false,\"prepend_scheme\":\"always\"");
    TokenizerFile file = file(json, tokenizer.size());
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new TokenizerTrial(ModelStore.defaultRoot()).run(file, folder))
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .withMessageContaining("tokenizer.json cannot be used")
        .withMessageNotContaining("\n");
  }

  @ParameterizedTest
  @DisabledOnOs(OS.WINDOWS)
  @CsvSource({
    "echo ready; kill -ABRT $$, ends the process that reads it (status 134)",
    "echo ready; exit 1, ends the process that reads it (status 1)",
    "echo ready; exit 3, takes more than 60 seconds",
    "echo ready; echo it gives the id 99; exit 2, it gives the id 99"
  })
  void aProcessThatDoesNotEndWellIsTold(String script, String told) throws IOException {
    TokenizerTrial trial = trial(script);
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> run(trial))
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .withMessageContaining(told)
        .withMessageNotContaining("\n");
  }

  /** It is no fault of the tokenizer. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aProcessThatDoesNotBeginIsNoVerdict() throws IOException {
    assertThat(run(new TokenizerTrial(folder, folder.resolve("nowhere")))).isNotEmpty();
    assertThat(run(trial("exit 7"))).hasValueSatisfying(why -> assertThat(why).contains("7"));
    assertThat(run(trial("echo no such class; exit 1"))).hasValue("no such class");
  }
}
