package dev.infill.bert.weights.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.infill.bert.weights.OnnxWriter;
import dev.infill.bert.weights.SyntheticExport;
import dev.infill.bert.weights.SyntheticExport.Kind;
import dev.infill.bert.weights.SyntheticFolder;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in a model's folder under a file's name, and is not its content. */
class NoContentTest {
  private static final String POINTER =
      "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 440473133\n"
          .formatted("0123456789abcdef".repeat(4));

  @TempDir Path temporary = Path.of("");

  /** A way to write a model, and one of its files. */
  record Of(Writer writer, String file) {
    interface Writer {
      void write(Path folder) throws IOException;
    }

    @Override
    public String toString() {
      return file;
    }
  }

  static Stream<Of> files() {
    Of.Writer bert = folder -> SyntheticFolder.bert().write(folder);
    Of.Writer shards = folder -> SyntheticFolder.bert().writeShards(folder);
    Of.Writer roberta = folder -> SyntheticFolder.roberta().write(folder);
    Of.Writer export =
        folder ->
            SyntheticExport.of(
                    SyntheticFolder.bert(),
                    Kind.PRIMITIVE,
                    new OnnxWriter(14, DataType.FLOAT, /* external= */ true))
                .write(folder);
    return Stream.of(
        new Of(bert, "config.json"),
        new Of(bert, "tokenizer_config.json"),
        new Of(bert, "vocab.txt"),
        new Of(bert, "model.safetensors"),
        new Of(shards, "model.safetensors.index.json"),
        new Of(shards, "model-00001-of-00003.safetensors"),
        new Of(roberta, "tokenizer.json"),
        new Of(export, "model.onnx"),
        new Of(export, "model.onnx_data"));
  }

  private Path written(Of model) throws IOException {
    Path folder = Files.createDirectory(temporary.resolve("model"));
    model.writer().write(folder);
    Path file = folder.resolve(model.file());
    assertThat(file).exists();
    Files.delete(file);
    return file;
  }

  private void assertRefused(Path file, String said) {
    String folder = String.valueOf(file.getParent());
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                new ModelResolver(ClassLoader.getPlatformClassLoader())
                    .resolve(folder)
                    .open(temporary, (stage, done, total) -> {})
                    .close())
        .satisfies(e -> assertThat(e.field()).isEqualTo("model"))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .contains(folder, String.valueOf(file.getFileName()), said)
                    .doesNotContain("\n"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void aPointerOfGitLfsIsCalledOne(Of model) throws IOException {
    Path file = written(model);
    Files.writeString(file, POINTER);
    assertRefused(
        file, "is a pointer of Git LFS, whose content was not fetched: run git lfs pull in");
  }

  @ParameterizedTest
  @MethodSource("files")
  @Timeout(30)
  void onlyRegularFilesAreRead(Of model) throws IOException, InterruptedException {
    Path file = written(model);
    Files.createDirectory(file);
    assertRefused(file, "is a folder, where a file is to be read");
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("/dev/zero"));
    assertRefused(file, "is no regular file");
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertRefused(file, "is no regular file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"config.json", "vocab.txt", "model.safetensors"})
  void aPathOfAFileIsAnsweredWithThatOfTheFolder(String name) throws IOException {
    SyntheticFolder.bert().write(temporary);
    String file = temporary.resolve(name).toString();
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> new ModelResolver(ClassLoader.getPlatformClassLoader()).resolve(file))
        .withMessage(
            "%s is one file of a model: give the folder that it is in, %s", file, temporary);
  }
}
