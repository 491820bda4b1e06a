package dev.infill.web.spark;

import dev.infill.core.TransferListener;
import dev.infill.core.chain.Cancellation;
import dev.infill.core.task.SampleSettings;
import dev.infill.core.text.MaskedLanguageModel;
import dev.infill.web.batch.BatchEngine;
import dev.infill.web.batch.BatchFolder;
import dev.infill.web.batch.BatchInput;
import dev.infill.web.batch.BatchJob;
import dev.infill.web.batch.ModelSource;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A process of its own that has begun a job on Spark and does not come to its end. */
final class SparkProcess implements AutoCloseable {
  private final Process process;

  private SparkProcess(Process process) {
    this.process = process;
  }

  /** Runs the job. Arguments: a folder, the master. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    run(folder, arguments[1], new BlockingModelSource(folder.resolve("begun").toString()));
  }

  /**
   * Runs the job.
   *
   * @param folder where its files are
   * @param master where it is filled
   * @param source opens the model
   * @return whether it came to its end
   */
  static boolean run(Path folder, String master, ModelSource source) throws IOException {
    Path file = Files.writeString(folder.resolve("input.jsonl"), "{\"text\":\"the ___ sat\"}\n");
    BatchInput input = BatchInput.scan(file, 1, TransferListener.SILENT);
    Path results = Files.createDirectories(folder.resolve("results"));
    SampleSettings settings = SampleSettings.defaults().withSeed(1);
    try (MaskedLanguageModel model = source.open()) {
      return new SparkEngine()
          .run(
              new BatchEngine.Work(
                  new BatchJob(file, new BatchFolder(results), settings, 1),
                  input.parts(),
                  model,
                  source,
                  new BatchEngine.Options(master, Map.of()),
                  done -> {},
                  new Cancellation()));
    }
  }

  /**
   * Starts a process, and waits until it fills a text.
   *
   * @param folder a new folder for all that it writes
   * @param master where it has that filled
   * @param environment environment variables that it has, instead of this process's address
   */
  static SparkProcess start(Path folder, String master, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path begun = Files.createDirectory(folder.resolve("begun"));
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Djava.io.tmpdir=" + temporary,
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            SparkProcess.class.getName(),
            folder.toString(),
            master));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().remove(SparkConfiguration.ADDRESS_VARIABLE);
    builder.environment().putAll(environment);
    File log = folder.resolve("log").toFile();
    builder.redirectErrorStream(true).redirectOutput(log);
    try (WatchService watch = FileSystems.getDefault().newWatchService()) {
      begun.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Path end = Files.createDirectory(folder.resolve("end"));
      end.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      SparkProcess started = new SparkProcess(builder.start());
      // A process that ends instead is not waited for.
      CompletableFuture<Boolean> ended =
          started.process.onExit().thenApply(gone -> end.resolve("ended").toFile().mkdir());
      watch.take();
      if (ended.isDone()) {
        throw new IllegalStateException(Files.readString(log.toPath()));
      }
      return started;
    }
  }

  /** Returns the ids of the process and of those that it has started. */
  List<Long> ids() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .map(ProcessHandle::pid)
        .toList();
  }

  /** Kills it and what it has started, and waits for its end. */
  @Override
  public void close() {
    List<ProcessHandle> others = process.descendants().toList();
    process.destroyForcibly();
    others.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    others.forEach(other -> other.onExit().join());
  }
}
