package dev.infill.bert.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HubEnvironmentTest {
  private static final Path HOME = Path.of("/home/me");

  private static HubEnvironment of(String... pairs) {
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      variables.put(pairs[i], pairs[i + 1]);
    }
    return new HubEnvironment(variables, HOME);
  }

  @Test
  void theCacheIsWherePythonHasIt() {
    assertThat(of().cache()).isEqualTo(Path.of("/home/me/.cache/huggingface/hub"));
    assertThat(of("XDG_CACHE_HOME", "/x").cache()).isEqualTo(Path.of("/x/huggingface/hub"));
    assertThat(of("XDG_CACHE_HOME", "/x", "HF_HOME", "/h").cache()).isEqualTo(Path.of("/h/hub"));
    assertThat(of("HF_HOME", "/h", "HUGGINGFACE_HUB_CACHE", "/old").cache())
        .isEqualTo(Path.of("/old"));
    assertThat(of("HUGGINGFACE_HUB_CACHE", "/old", "HF_HUB_CACHE", "/new").cache())
        .isEqualTo(Path.of("/new"));
    assertThat(of("HF_HOME", "~/models").cache()).isEqualTo(Path.of("/home/me/models/hub"));
    assertThat(of("HF_HOME", " ").cache()).isEqualTo(of().cache());
  }

  @Test
  void theEndpointIsTheHubsUnlessOneIsNamed() {
    assertThat(of().endpoint()).isEqualTo(URI.create("https://huggingface.co"));
    assertThat(of("HF_ENDPOINT", "http://mirror:8080/hub/").endpoint())
        .isEqualTo(URI.create("http://mirror:8080/hub"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mirror", "ftp://mirror", "https://", "http://a b", "https://a?b=c"})
  void whatIsNoEndpointIsRefused(String endpoint) {
    assertThatThrownBy(() -> of("HF_ENDPOINT", endpoint).endpoint())
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "HF_ENDPOINT is '%s', which is no address of a hub such as https://huggingface.co"
                .formatted(endpoint));
  }

  @ParameterizedTest
  @CsvSource({"1,true", "ON,true", "yes,true", "True,true", "0,false", "'',false", "no,false"})
  void offlineIsWhatPythonTakesForIt(String value, boolean offline) {
    assertThat(of("HF_HUB_OFFLINE", value).isOffline()).isEqualTo(offline);
    assertThat(of("TRANSFORMERS_OFFLINE", value).isOffline()).isEqualTo(offline);
  }

  @Test
  void theTokenIsThatOfAVariableOrOfTheLogin(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "of-the-login\n");
    assertThat(of("HF_HOME", "/nowhere").token()).isEmpty();
    assertThat(of("HF_HOME", folder.toString()).token()).contains("of-the-login");
    assertThat(of("HF_HOME", "/nowhere", "HF_TOKEN_PATH", file.toString()).token())
        .contains("of-the-login");
    assertThat(of("HF_HOME", folder.toString(), "HF_TOKEN", " given\n").token()).contains("given");
    assertThat(of("HUGGING_FACE_HUB_TOKEN", "old", "HF_TOKEN", "new").token()).contains("new");
    assertThat(of("HF_TOKEN", "given", "HF_HUB_DISABLE_IMPLICIT_TOKEN", "1").token()).isEmpty();
    Files.writeString(file, "\n");
    assertThat(of("HF_HOME", folder.toString()).token()).isEmpty();
  }

  @Test
  @Timeout(30)
  void aTokenIsReadFromASmallRegularFileAlone(@TempDir Path folder)
      throws IOException, InterruptedException {
    assertNoToken(folder, "is a folder, where a file is to be read");
    assertNoToken(Path.of("/dev/zero"), "is no regular file: no pipe or device is read");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertNoToken(pipe, "is no regular file: no pipe or device is read");
    Path large = Files.writeString(folder.resolve("large"), "x".repeat(70_000));
    assertNoToken(large, "has 70,000 bytes, more than the 65,536 that are read");
  }

  private static void assertNoToken(Path file, String fault) {
    assertThatThrownBy(() -> of("HF_TOKEN_PATH", file.toString()).token())
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "the file of the token, %s, %s; HF_TOKEN can give another".formatted(file, fault));
  }
}
