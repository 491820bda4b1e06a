package dev.infill.bert.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.bert.weights.SyntheticCheckpoint;
import dev.infill.bert.weights.source.ModelResolver;
import dev.infill.core.TransferListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelInventoryTest {
  @TempDir Path folder = Path.of("");
  private Path root = Path.of("");
  private ModelInventory inventory = new ModelInventory(root, Set.of());

  @BeforeEach
  void describe() {
    root = folder.resolve("cache");
    inventory = new ModelInventory(root, Set.of("1", "2"));
  }

  private Path write(String name, int seed) throws IOException {
    return new SyntheticCheckpoint(seed).writeFolder(folder.resolve(name));
  }

  private CompiledModel compile(Path model, String version) {
    return new ModelStore(root, new SmallGraphs(version))
        .open(
            new ModelResolver(ClassLoader.getPlatformClassLoader()).resolve(model.toString()),
            TransferListener.SILENT);
  }

  private CachedModel only() {
    List<CachedModel> models = inventory.models();
    assertThat(models).hasSize(1);
    return models.get(0);
  }

  private static void spoil(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }

  private static void delete(Path folder) throws IOException {
    new TemporaryFolder(folder).close();
  }

  @Test
  void whatIsNotThereIsEmptyAndStaysAway() {
    assertThat(inventory.models()).isEmpty();
    assertThat(root).doesNotExist();
  }

  @Test
  void aModelIsDescribed() throws IOException {
    Path source = write("model", 5);
    CompiledModel compiled = compile(source, "1");
    CachedModel model = only();
    assertThat(model.folder()).isEqualTo(compiled.folder());
    assertThat(model.id()).isEqualTo(compiled.folder().getFileName().toString()).endsWith("-1");
    assertThat(model.graphVersion()).isEqualTo("1");
    assertThat(model.locations()).containsExactly(source.toRealPath().toString());
    long bytes = 0;
    try (Stream<Path> files = Files.list(compiled.folder())) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    assertThat(model.bytes()).isEqualTo(bytes);
    Manifest description = model.description().orElseThrow();
    assertThat(description.source()).isEqualTo(source.toString());
    assertThat(description.family()).isEqualTo("BERT");
    assertThat(description).isEqualTo(compiled.manifest());
    assertThat(description.matrices()).isEqualTo(CachedModel.NumberFormat.FLOAT32);
    assertThat(inventory.damage(model)).isEmpty();
    assertThat(inventory.waste(model)).isEmpty();
    assertThat(inventory.open(model).manifest().sha256()).isEqualTo(compiled.manifest().sha256());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "",
        "{\"source\": 1",
        "{\"source\": \"x\", \"other\": \"y\"}",
        "{\"lowerCase\": 7}",
        "{\"configuration\": {\"String\": {}}}",
        "{\"configuration\": {\"ExportSizes\": {\"vocabularySize\": 3000000000}}}",
        "{\"configuration\": {\"ExportSizes\": {\"vocabularySize\": 0, \"embeddingSize\": 1,"
            + " \"maxPositions\": 3}}}",
        "{\"files\": {\"a\": {\"size\": \"1\", \"crc32c\": \"\"}}}"
      })
  void aManifestOfAnotherFormIsDamage(String manifest) throws IOException {
    seal(compile(write("model", 5), "1").folder(), manifest);
    assertThat(only().description()).isEmpty();
    assertThat(inventory.damage(only())).contains("manifest.json is not of this version of Infill");
  }

  private static void seal(Path compiled, String manifest) throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(manifest.getBytes(StandardCharsets.UTF_8));
    Files.writeString(compiled.resolve("manifest.json"), manifest);
    Files.writeString(compiled.resolve("manifest.crc32c"), CheckedOutput.hex(crc));
  }

  @Test
  void whatWasLastUsedComesFirst() throws IOException {
    CompiledModel early = compile(write("one", 5), "1");
    CompiledModel late = compile(write("two", 6), "1");
    Instant made = Instant.parse("2026-01-01T00:00:00Z");
    for (CompiledModel model : List.of(early, late)) {
      Files.setLastModifiedTime(model.folder().resolve("weights.bin"), FileTime.from(made));
    }
    Files.setAttribute(
        early.folder().resolve("weights.bin"),
        "lastAccessTime",
        FileTime.from(made.plusSeconds(10)));
    Files.setAttribute(
        late.folder().resolve("weights.bin"),
        "lastAccessTime",
        FileTime.from(made.plusSeconds(20)));
    List<CachedModel> models = inventory.models();
    assertThat(models)
        .extracting(CachedModel::folder)
        .containsExactly(late.folder(), early.folder());
    assertThat(models.get(0).compiled()).isEqualTo(made);
    assertThat(models.get(0).lastUsed()).isEqualTo(made.plusSeconds(20));
  }

  @Test
  void damageIsSeen() throws IOException {
    CompiledModel compiled = compile(write("model", 5), "1");
    spoil(compiled.folder().resolve("weights.bin"));
    assertThat(inventory.damage(only())).contains("the checksum of weights.bin is wrong");
    assertThat(inventory.waste(only())).contains("damaged: the checksum of weights.bin is wrong");
    assertThat(only().description()).isPresent();
    assertThatThrownBy(() -> inventory.open(only()))
        .isInstanceOf(ModelStoreException.class)
        .hasMessageEndingWith("is damaged: the checksum of weights.bin is wrong");

    Files.delete(compiled.folder().resolve("weights.bin"));
    assertThat(inventory.damage(only())).contains("weights.bin is missing");
    spoil(compiled.folder().resolve("manifest.json"));
    assertThat(only().description()).isEmpty();
    assertThat(inventory.damage(only())).contains("the checksum of manifest.json is wrong");
  }

  @Test
  void aModelOfAnotherVersionIsNoDamageButWaste() throws IOException {
    seal(compile(write("model", 5), "0").folder(), "{}");
    assertThat(only().description()).isEmpty();
    assertThat(inventory.damage(only())).isEmpty();
    assertThat(inventory.waste(only())).contains("compiled by another version of Infill");
  }

  @Test
  void whatNothingLeadsToIsWaste() throws IOException {
    Path source = write("model", 5);
    CompiledModel first = compile(source, "1");
    delete(source);
    write("model", 6);
    CompiledModel second = compile(source, "1");
    for (CachedModel model : inventory.models()) {
      if (model.folder().equals(first.folder())) {
        assertThat(inventory.waste(model))
            .contains("what it was compiled from has changed or is gone");
      } else {
        assertThat(model.folder()).isEqualTo(second.folder());
        assertThat(inventory.waste(model)).isEmpty();
      }
    }
    delete(source);
    assertThat(inventory.models()).hasSize(2).allMatch(model -> inventory.waste(model).isPresent());
  }

  @Test
  void whatIsDeletedIsCompiledAgain() throws IOException {
    Path source = write("model", 5);
    CompiledModel compiled = compile(source, "1");
    CompiledModel other = compile(write("other", 6), "1");
    Path left = Files.createDirectory(root.resolve("v1/.temporary-left"));
    Files.writeString(left.resolve("file"), "x", StandardOpenOption.CREATE_NEW);
    inventory.delete(
        inventory.models().stream()
            .filter(model -> model.folder().equals(compiled.folder()))
            .toList());
    assertThat(only().folder()).isEqualTo(other.folder());
    assertThat(left).doesNotExist();
    assertThat(compile(source, "1").manifest().sha256()).isEqualTo(compiled.manifest().sha256());
    assertThat(inventory.models()).hasSize(2);
  }

  @Test
  void whatCannotBeReadIsOneLine() throws IOException {
    compile(write("model", 5), "1");
    Files.delete(root.resolve("v1/contents.json"));
    Files.createDirectory(root.resolve("v1/contents.json"));
    assertThatThrownBy(inventory::models)
        .isInstanceOf(ModelStoreException.class)
        .hasMessageStartingWith("cannot read the model cache in " + root.resolve("v1"))
        .message()
        .hasLineCount(1);
  }
}
