package dev.infill.bert.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.infill.bert.weights.source.ModelResolver;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files of models in which bytes were changed are read, or refused in one line: nothing else is
 * thrown, and nothing takes for ever. {@code -Dinfill.mutations=4000} makes more of them, {@code
 * -Dinfill.mutations.seed=…} others.
 */
class MutatedModelsTest {
  private static final int MUTATIONS = Integer.getInteger("infill.mutations", 100);
  private static final long SEED = Long.getLong("infill.mutations.seed", 1);

  @TempDir Path temporary = Path.of("");

  /** The forms that models come in, a small one of each. */
  enum Form {
    SAFETENSORS {
      @Override
      Path write(Path folder) throws IOException {
        return SyntheticFolder.bert().write(folder.resolve("model"));
      }
    },
    BYTE_LEVEL_TOKENIZER {
      @Override
      Path write(Path folder) throws IOException {
        return SyntheticFolder.roberta().write(folder.resolve("model"));
      }
    },
    UNIGRAM_TOKENIZER {
      @Override
      Path write(Path folder) throws IOException {
        return SyntheticFolder.albert().write(folder.resolve("model"));
      }
    },
    ONNX {
      @Override
      Path write(Path folder) throws IOException {
        SyntheticExport.of(SyntheticFolder.bert(), SyntheticExport.Kind.PRIMITIVE, 14)
            .write(folder.resolve("model"));
        return folder.resolve("model");
      }
    },
    CHECKPOINT {
      @Override
      Path write(Path folder) throws IOException {
        return new SyntheticCheckpoint(3).writeFolder(folder.resolve("model"));
      }
    },
    ZIP {
      @Override
      Path write(Path folder) throws IOException {
        return new SyntheticCheckpoint(3).writeZip(folder.resolve("model.zip"));
      }
    },
    /** Half of its bytes say what lies where. */
    SMALL_ZIP {
      @Override
      Path write(Path folder) throws IOException {
        return new SyntheticCheckpoint(3).zeroed().writeZip(folder.resolve("model.zip"));
      }
    };

    /** Writes the model, and returns what a user would name. */
    abstract Path write(Path folder) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(3600)
  void aModelWithChangedBytesIsReadOrRefused(Form form) throws IOException {
    Path model = form.write(temporary);
    Map<Path, byte[]> files = new HashMap<>();
    for (Path file : files(model)) {
      files.put(file, Files.readAllBytes(file));
    }
    List<Path> names = new ArrayList<>(files.keySet());
    names.sort(null);
    int refused = 0;
    for (int k = 0; k < MUTATIONS; k++) {
      Random random = new Random(SEED * 1_000_003 + k);
      Path file = names.get(random.nextInt(names.size()));
      byte[] bytes = Objects.requireNonNull(files.get(file));
      Files.write(file, MutatedBytes.of(bytes, random));
      try {
        refused += isRefused(model, temporary) ? 1 : 0;
      } catch (Exception | Error e) {
        fail("mutation %d of seed %d, in %s".formatted(k, SEED, file.getFileName()), e);
      }
      Files.write(file, bytes);
    }
    // Most of the bytes are weights, of which any is one.
    assertThat(refused).isBetween(MUTATIONS / 20, MUTATIONS);
    assertThat(isRefused(model, temporary)).isFalse();
  }

  private static List<Path> files(Path model) throws IOException {
    try (Stream<Path> all = Files.walk(model)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** Reads all of a model, and says whether it was refused, in one line. */
  static boolean isRefused(Path model, Path temporary) throws IOException {
    Path scratch = Files.createDirectories(temporary.resolve("scratch"));
    try (ModelBundle weights =
        new ModelResolver(ClassLoader.getPlatformClassLoader())
            .resolve(model.toString())
            .open(scratch, (stage, done, total) -> {})) {
      for (String parameter : weights.parameters().names()) {
        FloatBuffer values = weights.parameters().read(parameter);
        assertThat((Object) values).isNotNull();
      }
      return false;
    } catch (InvalidInputException refusal) {
      assertThat(refusal.getMessage()).doesNotContain("\n").hasSizeLessThan(1_000);
      return true;
    }
  }
}
