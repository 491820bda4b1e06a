package dev.infill.bert.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.infill.core.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final long[] TELLING = {
    0,
    1,
    -1,
    0x7f,
    0x80,
    0xff,
    0x7fff_ffffL,
    0x8000_0000L,
    0xffff_ffffL,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    1L << 40
  };

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
      Files.write(file, mutated(bytes, random));
      try {
        refused += isRefused(model) ? 1 : 0;
      } catch (Exception | Error e) {
        fail("mutation %d of seed %d, in %s".formatted(k, SEED, file.getFileName()), e);
      }
      Files.write(file, bytes);
    }
    // Most of the bytes are weights, of which any is one.
    assertThat(refused).isBetween(MUTATIONS / 20, MUTATIONS);
    assertThat(isRefused(model)).isFalse();
  }

  private static List<Path> files(Path model) throws IOException {
    try (Stream<Path> all = Files.walk(model)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private boolean isRefused(Path model) throws IOException {
    Path scratch = Files.createDirectories(temporary.resolve("scratch"));
    try (BertWeights weights =
        new ModelResolver(ClassLoader.getPlatformClassLoader())
            .resolve(model.toString())
            .open(scratch, (done, total) -> {})) {
      for (String parameter : weights.parameters()) {
        FloatBuffer values = weights.read(parameter);
        assertThat((Object) values).isNotNull();
      }
      return false;
    } catch (InvalidInputException refusal) {
      assertThat(refusal.getMessage()).doesNotContain("\n").hasSizeLessThan(1_000);
      return true;
    }
  }

  /** Changes one to four places; nearer to the beginning, where what is not weights lies. */
  private static byte[] mutated(byte[] bytes, Random random) {
    byte[] changed = bytes;
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      changed = once(changed, random);
    }
    return changed;
  }

  private static byte[] once(byte[] bytes, Random random) {
    if (bytes.length == 0) {
      return new byte[random.nextInt(16)];
    }
    byte[] changed = bytes.clone();
    int reach = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 4_096);
    int at = random.nextInt(reach);
    int length = 1 + random.nextInt(Math.min(64, bytes.length - at));
    switch (random.nextInt(7)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> changed[at] = (byte) random.nextInt(256);
      case 2 -> {
        ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        number.putLong(TELLING[random.nextInt(TELLING.length)]);
        int width = 1 << random.nextInt(4);
        System.arraycopy(number.array(), 0, changed, at, Math.min(width, bytes.length - at));
      }
      case 3 -> changed = Arrays.copyOf(bytes, at);
      case 4 -> {
        byte[] inserted = new byte[length];
        random.nextBytes(inserted);
        changed = joined(bytes, at, inserted, at);
      }
      case 5 -> changed = joined(bytes, at, new byte[0], at + length);
      default -> {
        // What is there already, once more: a field, a digit, a bracket.
        int from = random.nextInt(bytes.length - length + 1);
        changed = joined(bytes, at, Arrays.copyOfRange(bytes, from, from + length), at);
      }
    }
    return changed;
  }

  private static byte[] joined(byte[] bytes, int before, byte[] between, int after) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, before);
    out.writeBytes(between);
    out.write(bytes, after, bytes.length - after);
    return out.toByteArray();
  }
}
