package dev.infill.bert.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheLocationTest {
  private static final Path HOME = Path.of("/home/ada");

  private static Path folder(String operatingSystem, Map<String, String> environment) {
    return new CacheLocation(operatingSystem, HOME, environment).folder();
  }

  @Test
  void ownVariableComesFirst() {
    Map<String, String> environment =
        Map.of("INFILL_CACHE", "models", "XDG_CACHE_HOME", "/x", "LOCALAPPDATA", "/l");
    for (String system : new String[] {"Linux", "Mac OS X", "Windows 11"}) {
      assertThat(folder(system, environment)).isEqualTo(Path.of("models"));
    }
  }

  @Test
  void xdgVariableComesNext() {
    assertThat(folder("Linux", Map.of("XDG_CACHE_HOME", "/x", "INFILL_CACHE", "")))
        .isEqualTo(Path.of("/x/infill"));
    assertThat(folder("Mac OS X", Map.of("XDG_CACHE_HOME", "/x"))).isEqualTo(Path.of("/x/infill"));
  }

  @Test
  void relativeXdgPathIsIgnored() {
    assertThat(folder("Linux", Map.of("XDG_CACHE_HOME", "x")))
        .isEqualTo(Path.of("/home/ada/.cache/infill"));
  }

  @Test
  void everySystemHasItsConvention() {
    assertThat(folder("Linux", Map.of())).isEqualTo(Path.of("/home/ada/.cache/infill"));
    assertThat(folder("Mac OS X", Map.of())).isEqualTo(Path.of("/home/ada/Library/Caches/infill"));
    assertThat(folder("Windows 11", Map.of())).isEqualTo(Path.of("/home/ada/AppData/Local/infill"));
    assertThat(folder("Windows 11", Map.of("LOCALAPPDATA", "/local")))
        .isEqualTo(Path.of("/local/infill"));
  }
}
