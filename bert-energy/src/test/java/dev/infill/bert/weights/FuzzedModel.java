package dev.infill.bert.weights;

import dev.infill.bert.hardening.Fuzzer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A model one of whose files is what a fuzzer makes of it: to be read or refused in one line. The
 * file as it should be is what the fuzzer starts from.
 */
public final class FuzzedModel {
  /** Names the property that holds the form. */
  static final String FORM = "infill.fuzz.form";

  /**
   * Names the property that holds the file, from the model's folder on; empty for a model of one.
   */
  static final String FILE_NAME = "infill.fuzz.file";

  private static final Path FOLDER = folder();
  private static final Path MODEL = model();
  private static final Path FILE = file();

  private FuzzedModel() {}

  private static Path folder() {
    try {
      return Files.createTempDirectory("fuzz");
    } catch (IOException e) {
      throw new UncheckedIOException("there is no temporary folder", e);
    }
  }

  private static Path model() {
    try {
      return MutatedModelsTest.Form.valueOf(System.getProperty(FORM)).write(FOLDER);
    } catch (IOException e) {
      throw new UncheckedIOException("the model cannot be written", e);
    }
  }

  private static Path file() {
    Path file = MODEL.resolve(System.getProperty(FILE_NAME));
    try {
      Path seeds = Files.createDirectories(Path.of(System.getProperty(Fuzzer.CORPUS)));
      Files.copy(file, seeds.resolve("as-it-should-be"), StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("there is no such file: " + file, e);
    }
  }

  /** Called by the fuzzer before it looks for what to start from, which is written now. */
  public static void fuzzerInitialize() {}

  /**
   * Reads the model. Called by the fuzzer, for which everything that is thrown is a finding.
   *
   * @param bytes the file
   */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    Files.write(FILE, bytes);
    MutatedModelsTest.isRefused(MODEL, FOLDER);
  }
}
