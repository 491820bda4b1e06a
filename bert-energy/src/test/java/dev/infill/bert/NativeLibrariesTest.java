package dev.infill.bert;

import static dev.infill.bert.FillingProcess.FILLED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.bert.store.ModelInventory;
import dev.infill.bert.weights.SyntheticCheckpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What processes that open a model leave behind, of users who have just come. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class NativeLibrariesTest {
  /** Linux takes arguments of up to 128 kB. */
  private static final String LONG_ARGUMENT = "x".repeat(100_000);

  @TempDir Path folder = Path.of("");

  private Path home = folder;
  private Path cache = folder;
  private Path temporary = folder;
  private Path working = folder;
  private Path checkpoint = folder;

  @BeforeEach
  void makeFolders() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    cache = home.resolve(".cache").resolve("infill");
    temporary = Files.createDirectory(folder.resolve("temporary"));
    working = Files.createDirectory(folder.resolve("working"));
    checkpoint = new SyntheticCheckpoint(41).writeFolder(folder.resolve("model"));
  }

  private Process start(List<String> options, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xss512k", "-Duser.home=" + home, "-Djava.io.tmpdir=" + temporary));
    // They end before more would pay.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(FillingProcess.class.getName(), checkpoint.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(working.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("errors").toFile()));
    Map<String, String> environment = builder.environment();
    environment
        .keySet()
        .removeAll(
            Set.of(
                "ORT_DISABLE_TELEMETRY",
                "INFILL_CACHE",
                "XDG_CACHE_HOME",
                "DJL_CACHE_DIR",
                "ENGINE_CACHE_DIR"));
    environment.put("HOME", home.toString());
    environment.put("TMPDIR", temporary.toString());
    return builder.start();
  }

  /** Returns what the process said when all that it does is done. */
  private static String said(Process process) throws IOException, InterruptedException {
    process.getOutputStream().close();
    try (BufferedReader output = process.inputReader()) {
      String said = String.valueOf(output.readLine());
      return process.waitFor() == 0 ? said : "exit status " + process.exitValue();
    }
  }

  private String run(List<String> options, String... arguments)
      throws IOException, InterruptedException {
    return said(start(options, arguments));
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private List<Path> libraries() throws IOException {
    return filesIn(cache.resolve("native")).stream()
        .filter(file -> !file.endsWith(".lock"))
        .toList();
  }

  @Test
  void aLongCommandLineAndASmallStackEndNoProcess() throws IOException, InterruptedException {
    assertThat(run(List.of(), LONG_ARGUMENT)).isEqualTo(FILLED);
  }

  @Test
  void nothingIsWrittenOutsideTheCache() throws IOException, InterruptedException {
    assertThat(run(List.of())).isEqualTo(FILLED);
    assertThat(filesIn(home)).isNotEmpty().allMatch(file -> file.startsWith(cache));
    assertThat(home).isDirectoryNotContaining(file -> !file.endsWith(".cache"));
    assertThat(home.resolve(".cache")).isDirectoryNotContaining(file -> !file.equals(cache));
    assertThat(temporary).isEmptyDirectory();
    assertThat(working).isEmptyDirectory();
  }

  @Test
  void aProcessThatIsKilledLeavesNothingBehind() throws IOException, InterruptedException {
    Process process = start(List.of());
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(FILLED);
      process.destroyForcibly().waitFor();
    }
    assertThat(temporary).isEmptyDirectory();
    assertThat(filesIn(home)).allMatch(file -> file.startsWith(cache));
  }

  /** JNA deletes what has such a name, and prints a stack trace where it could not. */
  @Test
  void whatIsUnpackedIsUsedWithoutWriting() throws IOException, InterruptedException {
    assertThat(run(List.of())).isEqualTo(FILLED);
    Path library =
        libraries().stream()
            .filter(file -> file.getFileName().toString().contains("jnidispatch"))
            .findFirst()
            .orElseThrow();
    Path marker = Files.writeString(library.resolveSibling("jna1.so.x"), "");

    assertThat(run(List.of())).isEqualTo(FILLED);

    assertThat(marker).exists();
    assertThat(folder.resolve("errors")).content().doesNotContain("JNA");
  }

  @Test
  void librariesAreUnpackedOnceAndAgainWhenTheyAreDamaged()
      throws IOException, InterruptedException {
    assertThat(run(List.of())).isEqualTo(FILLED);
    Map<Path, byte[]> whole = new HashMap<>();
    Map<Path, Object> written = new HashMap<>();
    for (Path library : libraries()) {
      whole.put(library, Files.readAllBytes(library));
      written.put(library, Files.getLastModifiedTime(library));
    }
    assertThat(whole.keySet())
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder(
            "libonnxruntime.so",
            "libonnxruntime4j_jni.so",
            "libtokenizers.so",
            "libjnidispatch.so");
    assertThat(run(List.of())).isEqualTo(FILLED);
    for (Path library : libraries()) {
      assertThat(Files.getLastModifiedTime(library)).isEqualTo(written.get(library));
      byte[] damaged = Files.readAllBytes(library);
      damaged[damaged.length / 2] ^= 1;
      Files.write(library, damaged);
    }
    Path cut = libraries().get(0);
    Files.write(cut, new byte[] {1, 2, 3});
    Files.delete(libraries().get(1));
    assertThat(run(List.of())).isEqualTo(FILLED);
    assertThat(libraries()).hasSameSizeAs(whole.keySet());
    for (Path library : libraries()) {
      assertThat(Arrays.equals(Files.readAllBytes(library), whole.get(library)))
          .as(library.toString())
          .isTrue();
    }
  }

  @Test
  void processesThatStartTogetherShareOneCopy() throws IOException, InterruptedException {
    Files.createDirectories(cache.resolve("native").resolve(".temporary-of-one-that-was-killed"));
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      processes.add(start(List.of()));
    }
    for (Process process : processes) {
      assertThat(said(process)).isEqualTo(FILLED);
    }
    try (Stream<Path> left = Files.list(cache.resolve("native"))) {
      assertThat(left.map(file -> file.getFileName().toString().replaceFirst("-.*", "")))
          .containsExactlyInAnyOrder("jna", "onnxruntime", "tokenizers", ".lock");
    }
  }

  @Test
  void theLibrariesAreNoModel() throws IOException, InterruptedException {
    assertThat(run(List.of())).isEqualTo(FILLED);
    List<Path> before = libraries();
    ModelInventory inventory = BertModel.inventory(Optional.of(cache));
    assertThat(inventory.models()).hasSize(1);
    inventory.delete(inventory.models());
    assertThat(inventory.models()).isEmpty();
    assertThat(libraries()).isNotEmpty().isEqualTo(before);
  }

  @Test
  void aFolderThatTheUserNamesIsUsedAsItIs() throws IOException, InterruptedException {
    assertThat(run(List.of())).isEqualTo(FILLED);
    Path own = Files.createDirectory(folder.resolve("own"));
    for (Path library : libraries()) {
      if (library.getFileName().toString().contains("onnxruntime")) {
        Files.move(library, own.resolve(library.getFileName()), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    assertThat(run(List.of("-Donnxruntime.native.path=" + own))).isEqualTo(FILLED);
    assertThat(libraries()).noneMatch(library -> library.toString().contains("onnxruntime"));
    assertThat(run(List.of("-Donnxruntime.native.path=" + home)))
        .contains("ONNX Runtime's native library", home.toString());
  }

  /** As it was before Infill unpacked anything. */
  @Test
  void aCacheThatCannotHoldThemEndsNothing() throws IOException, InterruptedException {
    Files.createDirectories(cache);
    Files.writeString(cache.resolve("native"), "no folder");
    assertThat(run(List.of())).isEqualTo(FILLED);
    assertThat(folder.resolve("errors"))
        .content()
        .contains("onnxruntime-linux-x64 is unpacked outside Infill's cache", "native");
  }
}
