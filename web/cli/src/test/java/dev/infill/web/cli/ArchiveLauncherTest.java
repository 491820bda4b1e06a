package dev.infill.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of the archives, in a folder like theirs, with the classes of the tests. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class ArchiveLauncherTest {
  private static final String JAVA_HOME = System.getProperty("java.home");

  @TempDir private Path folder;
  private Path archive = Path.of("");

  /** Exit code and output of a process. */
  private record Outcome(int exitCode, String output) {}

  @BeforeEach
  void unpack() throws IOException {
    archive = folder.resolve("first");
    Files.createDirectories(archive.resolve("bin"));
    Files.createDirectories(archive.resolve("lib"));
    Path launcher = archive.resolve("bin/infill");
    Files.copy(Path.of("..", "dist", "src", "bin", "infill"), launcher);
    assertThat(launcher).isExecutable();
    Files.copy(Path.of("..", "launch.sh"), archive.resolve("lib/launch.sh"));
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, Main.class.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toUri())
            .map(URI::toString)
            .collect(Collectors.joining(" ")));
    new JarOutputStream(Files.newOutputStream(archive.resolve("lib/infill.jar")), manifest).close();
  }

  @AfterEach
  void unlock() throws IOException {
    setPermissions("rwxr-xr-x");
  }

  private void setPermissions(String folders) throws IOException {
    for (Path path : List.of(archive, archive.resolve("bin"), archive.resolve("lib"))) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(folders));
    }
  }

  private static Outcome run(Path launcher, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(Stream.of(launcher.toString()), Stream.of(arguments)).toList())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output);
  }

  private Path launcher() {
    return archive.resolve("bin/infill");
  }

  @Test
  void runsWhereverItWasMovedTo() throws IOException, InterruptedException {
    Path moved = Files.createDirectories(folder.resolve("with space")).resolve("ünd mehr");
    archive = Files.move(archive, moved);
    setPermissions("r-xr-xr-x");
    Path links = Files.createDirectories(folder.resolve("links"));
    Path link =
        Files.createSymbolicLink(links.resolve("one"), Path.of("..").resolve("with space/two"));
    Files.createSymbolicLink(folder.resolve("with space/two"), launcher());
    for (Path launcher : List.of(launcher(), link)) {
      Outcome outcome =
          run(launcher, Map.of("JAVA_HOME", JAVA_HOME, "PATH", "/usr/bin:/bin"), "-V");
      assertThat(outcome.output()).startsWith("infill ").contains("java ");
      assertThat(outcome.exitCode()).isZero();
    }
  }

  @Test
  void takesTheJavaOfThePath() throws IOException, InterruptedException {
    assertThat(run(launcher(), Map.of("PATH", JAVA_HOME + "/bin:/usr/bin:/bin"), "-V").output())
        .startsWith("infill ");
  }

  @Test
  void takesTheJavaOfTheArchiveWithItsCache() throws IOException, InterruptedException {
    Path java = archive.resolve("runtime/bin/java");
    Files.createDirectories(java.resolveSibling(""));
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<String, String> environment =
        Map.of("JAVA_HOME", JAVA_HOME, "INFILL_JAVA_OPTS", "-Xmx2g -Da=b");
    String jar = archive.toRealPath().resolve("lib/infill.jar").toString();
    assertThat(run(launcher(), environment, "fill", "the [MASK] .").output().lines().toList())
        .contains("-Xmx1g", "-Dinfill.terminals=")
        .endsWith("-Xmx2g", "-Da=b", "-jar", jar, "fill", "the [MASK] .");

    Path cache = Files.createFile(archive.resolve("lib/infill.aot"));
    assertThat(run(launcher(), environment, "fill").output().lines().toList())
        .endsWith(
            "-Xmx2g",
            "-Da=b",
            "-XX:AOTCache=" + cache.toRealPath(),
            "-Xlog:aot=off,cds=off",
            "-jar",
            jar,
            "fill");
  }

  @Test
  void saysWhichJavaItNeeds() throws IOException, InterruptedException {
    assertThat(run(launcher(), Map.of("PATH", folder.toString())))
        .isEqualTo(
            new Outcome(
                1,
                "infill: Java 17 or later is needed and was not found; install one, or set"
                    + " JAVA_HOME\n"));
    assertThat(run(launcher(), Map.of("JAVA_HOME", folder.toString())).output())
        .isEqualTo("infill: JAVA_HOME is %s, but there is no bin/java in it\n".formatted(folder));
    Path java =
        Files.writeString(folder.resolve("java"), "#!/bin/sh\necho 'java \"11.0.1\"' >&2\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(run(launcher(), Map.of("PATH", folder.toString())).output())
        .isEqualTo("infill: Java 17 or later is needed; %s is Java 11\n".formatted(java));
  }
}
