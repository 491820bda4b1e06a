package dev.infill.web.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.Checksum;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.SampleSettings;
import dev.infill.web.batch.StoppingFileSystem.Last;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a stop or a hand left of a job: it goes on, and ends as if nothing had happened. */
class BatchRecoveryTest {
  private static final String JOB = "{\"job\":1}";
  private static final int TEXTS = 5;
  private static final int TEXTS_PER_PART = 3;

  private static final SampleSettings SETTINGS =
      SampleSettings.defaults()
          .with(Settings.CHAINS, 2)
          .with(Settings.BURN_IN, 1)
          .with(Settings.STEPS, 4)
          .withSeed(9);

  @TempDir private Path folder;
  private BatchInput input = new BatchInput(Path.of("none"), "", 0, 0, List.of());
  private Map<String, String> undisturbed = Map.of();

  @BeforeEach
  void fillUndisturbed() throws IOException {
    input = scan("input.jsonl", "sat on");
    run(folder.resolve("undisturbed"));
    undisturbed = files(folder.resolve("undisturbed"));
    assertThat(undisturbed)
        .containsOnlyKeys(
            "job.json",
            "part-00000.jsonl",
            "part-00000.jsonl.sha256",
            "part-00001.jsonl",
            "part-00001.jsonl.sha256",
            "summary.json");
  }

  @ParameterizedTest
  @EnumSource
  void stoppedAtAnyChangeItEndsWithTheSameFiles(Last last) throws IOException {
    StoppingFileSystem counting = new StoppingFileSystem(Integer.MAX_VALUE, last);
    run(counting.wrapPath(folder.resolve("counted")));
    assertThat(counting.changes()).isGreaterThan(30);

    for (int end = 1; end <= counting.changes(); end++) {
      Path out = folder.resolve("stopped-" + end);
      Path seen = new StoppingFileSystem(end, last).wrapPath(out);
      assertThatThrownBy(() -> run(seen)).isInstanceOf(UncheckedIOException.class);
      // And once more, at another change.
      try {
        run(new StoppingFileSystem(1 + end / 2, last).wrapPath(out));
      } catch (UncheckedIOException e) {
        assertThat(e).hasMessageContaining("the process has ended");
      }

      run(out);

      assertThat(files(out)).as("stopped at %d", end).isEqualTo(undisturbed);
    }
  }

  @Test
  void soundResultsAreKeptAndTheOthersFilledAgain() throws IOException {
    List<String> sound = partial("out", 3);
    String foreign = partial("foreign", 3).get(1);
    String other = sound.get(1).replaceFirst("\"energy\":-?\\d", "\"energy\":9");
    assertThat(other).isNotEqualTo(sound.get(1));
    String unsealed = sound.get(1).substring(65);

    assertKept(1, sound.get(0), sound.get(0), sound.get(1));
    assertKept(1, sound.get(0), sound.get(2));
    assertKept(1, sound.get(0), sound.get(2), sound.get(1));
    assertKept(1, sound.get(0), other, sound.get(2));
    assertKept(1, sound.get(0), foreign, sound.get(2));
    assertKept(1, sound.get(0), unsealed, sound.get(2));
    assertKept(1, sound.get(0), "", sound.get(1));
    assertKept(1, sound.get(0), "x".repeat(100_000));
    assertKept(0, "garbage", sound.get(0));
    assertKept(0, sound.get(1), sound.get(2));
    assertKept(3, sound.get(0), sound.get(1), sound.get(2));
    assertKept(3, sound.get(0), sound.get(1), sound.get(2), sound.get(2));
    assertKept(3, sound.get(0), sound.get(1), sound.get(2), "garbage");
    assertKept(0);
  }

  @Test
  void aPartialFileMayBeCutAnywhere() throws IOException {
    byte[] whole = (String.join("\n", partial("out", 2)) + "\n").getBytes(StandardCharsets.UTF_8);
    List<Integer> cuts = new ArrayList<>(List.of(0, 1, 63, 64, 65, 66, whole.length - 1));
    for (int cut = 0; cut <= whole.length; cut += 211) {
      cuts.add(cut);
    }
    for (int cut : cuts) {
      assertEndsAsUndisturbed(Arrays.copyOf(whole, cut));
    }
  }

  private void assertKept(int kept, String... lines) throws IOException {
    byte[] content =
        Stream.of(lines)
            .map(line -> line + "\n")
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.UTF_8);
    Path out = begun("kept", content);
    assertThat(job(out).texts(input.parts())).as(Arrays.toString(lines)).isEqualTo(kept);
    assertEndsAsUndisturbed(content);
  }

  private void assertEndsAsUndisturbed(byte[] partial) throws IOException {
    Path out = begun("going-on", partial);
    run(out);
    assertThat(files(out)).isEqualTo(undisturbed);
  }

  /** Returns a folder of the job with a first part that is being filled. */
  private Path begun(String name, byte[] partial) throws IOException {
    Path out = folder.resolve(name);
    if (Files.exists(out)) {
      for (String file : files(out).keySet()) {
        Files.delete(out.resolve(file));
      }
    }
    new BatchFolder(out).begin(JOB).close();
    Files.write(out.resolve("part-00000.jsonl.partial"), partial);
    return out;
  }

  /**
   * Returns the sealed results of the first part; those of another job if the name is "foreign".
   */
  private List<String> partial(String name, int results) throws IOException {
    Path out = folder.resolve("partial-" + name);
    new BatchFolder(out).begin(name.equals("foreign") ? "{\"job\":2}" : JOB).close();
    BatchPart part = input.parts().get(0);
    List<String> due = Objects.requireNonNull(undisturbed.get(part.fileName())).lines().toList();
    try (PartLog log = new BatchFolder(out).open(part);
        PartInput lines = PartInput.open(input.file(), part)) {
      for (int k = 0; k < results; k++) {
        log.append(lines.next(), due.get(k));
      }
    }
    return Files.readAllLines(out.resolve(part.fileName() + ".partial"));
  }

  @Test
  void aPartThatWasChangedWhileItWasWrittenIsNotSigned() throws IOException {
    Path out = folder.resolve("out");
    BatchPart part = input.parts().get(0);
    Path partial = out.resolve(part.fileName() + ".partial");
    BatchFolder job = new BatchFolder(out);
    job.begin(JOB).close();
    try (PartLog log = job.open(part);
        PartInput lines = PartInput.open(input.file(), part)) {
      for (int k = 0; k < part.texts(); k++) {
        log.append(lines.next(), "{\"id\":\"%d\"}".formatted(k));
      }
      Files.writeString(partial, Files.readString(partial).replace("\"1\"", "\"0\""));

      assertThatThrownBy(log::complete).hasMessageContaining("was changed while it was written");
    }
    assertThat(files(out)).containsOnlyKeys("job.json", partial.getFileName().toString());
  }

  @Test
  void anInputThatChangesIsNoticedThoughItsSizeStays() throws IOException {
    Path out = folder.resolve("out");
    Path file = input.file();
    byte[] content = Files.readAllBytes(file);
    BatchInput before = input;
    scan("input.jsonl", "lay on");
    assertThat(Files.size(file)).isEqualTo(content.length);

    assertThatThrownBy(() -> run(out))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(
            file + " has changed since the job began, somewhere from line 1 on; give the file");
    Files.write(file, "{}\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> run(out)).hasMessageContaining(file + " has changed");

    Files.write(file, content);
    input = before;
    run(out);
    assertThat(files(out)).isEqualTo(undisturbed);
  }

  @Test
  void aSignedPartOfOtherTextsIsRefused() throws IOException {
    Path out = folder.resolve("out");
    run(out);
    Files.delete(out.resolve("summary.json"));
    BatchPart part = input.parts().get(0);
    List<String> lines =
        new ArrayList<>(Objects.requireNonNull(undisturbed.get(part.fileName())).lines().toList());
    lines.set(1, lines.get(0));
    assertRefused(out, lines, "its line 2 is not the result of the id 't1'");
    lines.set(1, "{");
    assertRefused(out, lines, "its line 2 is not one that Infill wrote");
    lines.remove(1);
    Collections.reverse(lines);
    assertRefused(out, lines.subList(1, 2), "it has 1 results of 3 texts");
  }

  private void assertRefused(Path out, List<String> lines, String reason) throws IOException {
    Path part = out.resolve("part-00000.jsonl");
    Files.write(part, lines);
    new PartChecksum(part).write(Checksum.SHA256.of(part));
    assertThatThrownBy(() -> BatchStatistics.of(job(out), input.parts(), TransferListener.SILENT))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(
            part
                + " cannot be relied on: "
                + reason
                + "; delete it, and the same command fills it again");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void symbolicLinksAreNotFollowed() throws IOException {
    for (String name :
        List.of(
            "job.json", "part-00000.jsonl", "part-00000.jsonl.partial", "summary.json", ".lock")) {
      Path out = Files.createDirectory(folder.resolve("linked-" + name));
      Path victim = Files.writeString(folder.resolve("victim"), "mine");
      Files.createSymbolicLink(out.resolve(name), victim);

      assertThatThrownBy(() -> run(out))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining(
              out.resolve(name) + " is a symbolic link, where a regular file is due; delete it");
      assertThat(victim).hasContent("mine");
    }
  }

  private BatchInput scan(String name, String words) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve(name),
            IntStream.range(0, TEXTS)
                .mapToObj(
                    k ->
                        k == 3
                            ? "no JSON\n"
                            : "{\"id\":\"t%d\",\"text\":\"the ___ %s the ___ .\"}\n"
                                .formatted(k, words))
                .collect(Collectors.joining()));
    return BatchInput.scan(file, TEXTS_PER_PART, TransferListener.SILENT);
  }

  private BatchJob job(Path out) {
    return new BatchJob(input.file(), new BatchFolder(out), SETTINGS, 1);
  }

  private void run(Path out) throws IOException {
    BatchJob job = job(out);
    try (Closeable held = job.folder().begin(JOB);
        FakeModel model = new FakeModel()) {
      assertThat(held).isNotNull();
      job.folder().requireUnchanged(input.parts());
      assertThat(job.fill(input.parts(), model, 1, done -> {}, new Cancellation())).isTrue();
      BatchStatistics.of(job, input.parts(), TransferListener.SILENT);
      job.folder().end("{\"end\":1}");
    }
  }

  /** Returns the contents of all files but the lock, which is empty. */
  private static Map<String, String> files(Path out) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.toList()) {
        if (!file.endsWith(".lock")) {
          contents.put(
              file.getFileName().toString(),
              new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
      }
    }
    return contents;
  }
}
