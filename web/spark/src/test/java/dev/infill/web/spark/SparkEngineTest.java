package dev.infill.web.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.task.TextSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.batch.BatchEngine;
import dev.infill.web.batch.BatchFolder;
import dev.infill.web.batch.BatchInput;
import dev.infill.web.batch.BatchJob;
import dev.infill.web.batch.LocalEngine;
import dev.infill.web.spark.MortalModelSource.End;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("exhaustive")
@Timeout(600)
class SparkEngineTest {
  private static final int TEXTS = 60;
  private static final int TEXTS_PER_PART = 8;
  private static final int NEVER = Integer.MAX_VALUE;

  private static final SampleSettings SAMPLE =
      SampleSettings.defaults()
          .with(Settings.CHAINS, 3)
          .with(Settings.STEPS, 12)
          .with(Settings.BURN_IN, 2)
          .withSeed(9);

  @TempDir private Path folder;
  private TextSettings<?> settings = SAMPLE;
  private BatchInput input = new BatchInput(Path.of("none"), "", 0, 0, List.of());
  private Map<String, String> expected = Map.of();

  @BeforeEach
  void fillOnThisMachine() throws IOException {
    Path file = folder.resolve("input.jsonl");
    Files.writeString(
        file,
        IntStream.range(0, TEXTS)
            .mapToObj(
                k ->
                    k == 11
                        ? "no JSON\n"
                        : "{\"id\":\"t%d\",\"text\":\"the ___ sat on the ___ .\"}\n".formatted(k))
            .collect(Collectors.joining()));
    input = BatchInput.scan(file, TEXTS_PER_PART, TransferListener.SILENT);
    assertThat(run(new LocalEngine(), "local", "", source(NEVER, End.FAILURE), new AtomicLong()))
        .isTrue();
    expected = files("local");
    assertThat(expected).hasSize(8);
  }

  @Test
  void isFoundOnTheClassPath() {
    assertThat(BatchEngine.named("spark", new BatchEngine.Options("local[2]", Map.of())))
        .isInstanceOf(SparkEngine.class);
  }

  @Tag("gate")
  @Test
  void makesTheFilesOfTheLocalEngineWithTheModelOfThisProcess() throws IOException {
    AtomicLong done = new AtomicLong();

    assertThat(run(new SparkEngine(), "spark", "local[3]", source(NEVER, End.FAILURE), done))
        .isTrue();

    assertThat(files("spark")).isEqualTo(expected);
    assertThat(done).hasValue(TEXTS);
    // One for the local engine, one here: tasks of this process open none.
    assertThat(opened()).isEqualTo(2);
  }

  @Test
  void looksForFillingsAsTheLocalEngineDoes() throws IOException {
    settings = FillSettings.defaults().with(Settings.SEED, OptionalLong.of(9));
    AtomicLong done = new AtomicLong();
    assertThat(run(new LocalEngine(), "filled", "", source(NEVER, End.FAILURE), done)).isTrue();

    assertThat(run(new SparkEngine(), "spark", "local[2]", source(NEVER, End.FAILURE), done))
        .isTrue();

    assertThat(files("spark")).isEqualTo(files("filled")).isNotEqualTo(expected);
    assertOneResultEach();
  }

  @Test
  void resultsThatNoTaskOfTheJobLeftAreFilledAgain() throws IOException {
    Path partial = Files.createDirectories(folder.resolve("spark")).resolve("part-00000.jsonl");
    List<String> lines =
        new ArrayList<>(Objects.requireNonNull(expected.get("part-00000.jsonl")).lines().toList());
    lines.set(1, lines.get(0));
    Files.write(partial.resolveSibling(partial.getFileName() + ".partial"), lines);
    AtomicLong done = new AtomicLong();

    assertThat(run(new SparkEngine(), "spark", "local[2]", source(NEVER, End.FAILURE), done))
        .isTrue();

    assertThat(files("spark")).isEqualTo(expected);
    assertThat(done).hasValue(TEXTS);
  }

  @Test
  void aTaskThatFailsIsDoneAgainAndGoesOnWhereItWas() throws IOException {
    assertThat(
            run(
                new SparkEngine(),
                "spark",
                "local[2,4]",
                source(20, End.FAILURE),
                new AtomicLong()))
        .isTrue();

    assertThat(folder.resolve("ended")).exists();
    assertThat(files("spark")).isEqualTo(expected);
    assertOneResultEach();
  }

  @Tag("gate")
  @Test
  void theLossOfAnExecutorLeavesOneResultOfEachText() throws IOException {
    assertThat(
            run(
                new SparkEngine(),
                "spark",
                "local-cluster[2,1,1024]",
                source(13, End.HALT),
                new AtomicLong()))
        .isTrue();

    assertThat(folder.resolve("ended")).exists();
    // Two in this process, for the local engine and for the driver. An executor opens one, however
    // many tasks it has: that which was lost, the other, and a third if there was a part left for
    // it.
    assertThat(opened()).isBetween(2L + 2, 2L + 3);
    assertThat(files("spark")).isEqualTo(expected);
    assertOneResultEach();
  }

  /** Whether Spark has given up before it was given the job, or after, is up to Spark. */
  @Test
  void executorsThatCannotBeStartedAreToldInOneLine() throws IOException {
    Map<String, String> broken =
        Map.of(
            "spark.executor.extraClassPath",
            folder.resolve("nothing").toString(),
            "spark.deploy.maxExecutorRetries",
            "1");

    assertThatThrownBy(
            () ->
                run(
                    new SparkEngine(),
                    "spark",
                    "local-cluster[1,1,1024]",
                    broken,
                    source(NEVER, End.FAILURE),
                    new AtomicLong()))
        .isInstanceOf(SparkFailureException.class)
        .hasMessageStartingWith("Spark ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void whatFailsForGoodIsToldAsElsewhereAndWhatIsDoneIsKept() throws IOException {
    assertThatThrownBy(
            () ->
                run(
                    new SparkEngine(),
                    "spark",
                    "local[1]",
                    source(30, End.FAILURE_FOR_GOOD),
                    new AtomicLong()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the disk is gone");
    assertThat(files("spark").keySet()).contains("part-00002.jsonl").hasSizeLessThan(8);

    assertThat(
            run(new SparkEngine(), "spark", "local[2]", source(NEVER, End.HALT), new AtomicLong()))
        .isTrue();
    assertThat(files("spark")).isEqualTo(expected);
  }

  @Test
  void aCancelledJobStopsAndGoesOn() throws IOException {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    BatchJob job = job("spark");
    Files.createDirectories(job.folder().path());
    try (MaskedLanguageModel model = source(NEVER, End.HALT).open()) {
      boolean complete =
          new SparkEngine()
              .run(
                  new BatchEngine.Work(
                      // Long enough not to be done at the first look.
                      new BatchJob(
                          job.input(), job.folder(), SAMPLE.with(Settings.STEPS, 1_000_000), 1),
                      input.parts(),
                      model,
                      source(NEVER, End.HALT),
                      new BatchEngine.Options("local[2]", Map.of()),
                      done -> {},
                      cancellation));
      assertThat(complete).isFalse();
    }
    assertThat(files("spark")).isEmpty();
  }

  @Test
  void aMasterThatIsNoneIsRefused() throws IOException {
    assertThatThrownBy(
            () ->
                run(
                    new SparkEngine(),
                    "spark",
                    "nowhere",
                    source(NEVER, End.HALT),
                    new AtomicLong()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("Spark cannot be started with the master nowhere")
        .message()
        .hasLineCount(1);
  }

  private MortalModelSource source(int fatalText, End end) {
    return new MortalModelSource(folder.toString(), fatalText, end);
  }

  private BatchJob job(String out) {
    return new BatchJob(input.file(), new BatchFolder(folder.resolve(out)), settings, 2);
  }

  private boolean run(
      BatchEngine engine, String out, String master, MortalModelSource source, AtomicLong done)
      throws IOException {
    return run(engine, out, master, Map.of(), source, done);
  }

  private boolean run(
      BatchEngine engine,
      String out,
      String master,
      Map<String, String> properties,
      MortalModelSource source,
      AtomicLong done)
      throws IOException {
    Map<String, String> all = new TreeMap<>(properties);
    all.put("spark.ui.enabled", "false");
    Files.createDirectories(folder.resolve(out));
    try (MaskedLanguageModel model = source.open()) {
      return engine.run(
          new BatchEngine.Work(
              job(out),
              input.parts(),
              model,
              source,
              new BatchEngine.Options(master, all),
              done::addAndGet,
              new Cancellation()));
    }
  }

  private Map<String, String> files(String out) throws IOException {
    List<Path> parts = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve(out))) {
      files.filter(file -> file.toString().endsWith(".jsonl")).forEach(parts::add);
    }
    Map<String, String> content = new TreeMap<>();
    for (Path part : parts) {
      content.put(part.getFileName().toString(), Files.readString(part));
    }
    return content;
  }

  private void assertOneResultEach() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> ids = new ArrayList<>();
    for (String lines : files("spark").values()) {
      for (String line : lines.lines().toList()) {
        ids.add(json.readTree(line).get("id").textValue());
      }
    }
    assertThat(ids)
        .isEqualTo(IntStream.range(0, TEXTS).mapToObj(k -> k == 11 ? "12" : "t" + k).toList());
  }

  private long opened() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> String.valueOf(file.getFileName()).startsWith("opened-")).count();
    }
  }
}
