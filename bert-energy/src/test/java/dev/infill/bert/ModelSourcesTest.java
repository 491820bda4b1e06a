package dev.infill.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.hub.HubServer;
import dev.infill.bert.hub.MavenRepository;
import dev.infill.bert.hub.ModelHub;
import dev.infill.bert.store.CachedModel;
import dev.infill.bert.store.CompiledModel;
import dev.infill.bert.store.ModelStore;
import dev.infill.bert.weights.OnnxWriter;
import dev.infill.bert.weights.SourceFiles;
import dev.infill.bert.weights.SyntheticExport;
import dev.infill.bert.weights.SyntheticExport.Kind;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.bert.weights.WeightsSource;
import dev.infill.bert.weights.source.ModelResolver;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelSourcesTest {
  private static final String WEIGHTS = "model.safetensors";

  @TempDir private Path folder;
  private final RecordingListener listener = new RecordingListener();

  private ModelSources sources(String address) {
    return sources(Map.of("HF_ENDPOINT", address, "HF_HOME", folder.toString()));
  }

  private ModelSources sources(Map<String, String> environment) {
    return new ModelSources(
        new ModelResolver(ClassLoader.getPlatformClassLoader()),
        new ModelHub(environment, folder),
        new MavenRepository(environment, folder),
        folder.resolve("downloads"));
  }

  private HubServer server(SyntheticFolder synthetic) throws IOException {
    Path model = Files.createTempDirectory(folder, "model");
    synthetic.write(model);
    HubServer server = new HubServer();
    try (Stream<Path> files = Files.list(model)) {
      for (Path file : files.toList()) {
        server.with(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return server;
  }

  /** What cannot be read is told before its weights are downloaded. */
  @Test
  void aModelOfTheHubIsLookedAtBefore() throws IOException {
    try (HubServer server = server(SyntheticFolder.roberta())) {
      sources(server.address()).find("hf:" + HubServer.REPOSITORY, listener);
      assertThat(listener.told)
          .filteredOn(line -> line.startsWith("hf:"))
          .singleElement(InstanceOfAssertFactories.STRING)
          .matches(
              "hf:someone/small-bert is RoBERTa, \\d layers of \\d+, \\d+ pieces of words; its"
                  + " weights are \\d MB");
    }
    try (HubServer server = server(SyntheticFolder.roberta())) {
      server.with("config.json", "{\"model_type\": \"deberta-v2\"}");
      ModelSources sources =
          sources(
              Map.of("HF_ENDPOINT", server.address(), "HF_HOME", folder.resolve("b").toString()));
      assertThatThrownBy(() -> sources.find("hf:" + HubServer.REPOSITORY, listener))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageStartingWith(
              "model hf:someone/small-bert: config.json is of the architecture deberta-v2, which is"
                  + " not supported");
      try (Stream<Path> files = Files.walk(folder.resolve("b"))) {
        assertThat(files.filter(file -> file.endsWith(WEIGHTS))).isEmpty();
      }
    }
  }

  @Test
  void aModelOfTheHubIsReadWhereItWasDownloaded() throws IOException {
    try (HubServer server = server(SyntheticFolder.roberta())) {
      server.with(WEIGHTS, new byte[20_000]);
      WeightsSource source = sources(server.address()).find("hf:" + HubServer.REPOSITORY, listener);
      assertThat(Path.of(source.files().location()))
          .isEqualTo(
              folder
                  .resolve("hub/models--someone--small-bert/snapshots")
                  .resolve(HubServer.COMMIT)
                  .toRealPath());
      assertThat(listener.told).contains("DOWNLOADING 20000 of 20000", "CHECKING 20000 of 20000");

      SourceFiles before = source.files();
      listener.told.clear();
      assertThat(sources(server.address()).find("hf:" + HubServer.REPOSITORY, listener).files())
          .isEqualTo(before);
      assertThat(listener.told).isEmpty();
    }
  }

  /** Wherever a model's files lie, it is compiled to the same. */
  @Test
  void aModelOfTheHubIsThatOfItsFolder() throws IOException {
    Path model = Files.createDirectory(folder.resolve("model"));
    SyntheticFolder.roberta().write(model);
    BertGraphCompiler compiler = new BertGraphCompiler(CachedModel.NumberFormat.FLOAT32);
    ModelStore store = new ModelStore(folder.resolve("cache"), compiler);
    CompiledModel ofFolder =
        store.open(sources("http://hub.invalid").find(model.toString(), listener), listener);
    try (HubServer server = server(SyntheticFolder.roberta())) {
      CompiledModel ofHub =
          store.open(
              sources(server.address()).find("hf:" + HubServer.REPOSITORY, listener), listener);
      assertThat(ofHub.folder()).isEqualTo(ofFolder.folder());
      assertThat(ofHub.manifest().sha256()).isEqualTo(ofFolder.manifest().sha256());
    }
  }

  /** With weights beside it, in the folder that Optimum makes; it lies as links in the cache. */
  @Test
  void anExportOfTheHubIsThatOfItsFolder() throws IOException {
    Path model = Files.createDirectory(folder.resolve("model"));
    SyntheticExport.of(
            SyntheticFolder.bert(), Kind.PRIMITIVE, new OnnxWriter(14, DataType.FLOAT, true))
        .write(model);
    BertGraphCompiler compiler = new BertGraphCompiler(CachedModel.NumberFormat.FLOAT32);
    ModelStore store = new ModelStore(folder.resolve("cache"), compiler);
    CompiledModel ofFolder =
        store.open(sources("http://hub.invalid").find(model.toString(), listener), listener);
    try (HubServer server = new HubServer();
        Stream<Path> files = Files.list(model)) {
      server.with("config.json", "{}");
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        server.with(name.contains("onnx") ? "onnx/" + name : name, Files.readAllBytes(file));
      }
      CompiledModel ofHub =
          store.open(
              sources(server.address()).find("hf:" + HubServer.REPOSITORY, listener), listener);
      assertThat(ofHub.manifest().sha256()).isEqualTo(ofFolder.manifest().sha256());
      assertThat(listener.told)
          .filteredOn(line -> line.startsWith("hf:"))
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith("hf:someone/small-bert is an export to ONNX; its weights are ");
    }
  }

  @Test
  void otherModelsNeedNoHub() throws IOException {
    Files.createFile(folder.resolve("config.json"));
    ModelSources sources = sources("http://hub.invalid");
    assertThat(sources.find(folder.toString(), listener).name()).isEqualTo(folder.toString());
    assertThatThrownBy(() -> sources.find("bert-large-uncased", listener))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("hf:OWNER/NAME for one of the Hugging Face hub");
    for (String named :
        List.of(
            "FacebookAI/roberta-base",
            "FacebookAI/roberta-base/",
            "https://huggingface.co/FacebookAI/roberta-base")) {
      assertThatThrownBy(() -> sources.find(named, listener))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageEndingWith(
              "; a model of the Hugging Face hub is named hf:FacebookAI/roberta-base");
    }
    assertThatThrownBy(() -> sources.find("no/such/folder", listener))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageEndingWith("no/such/folder' to read a model of");
  }
}
