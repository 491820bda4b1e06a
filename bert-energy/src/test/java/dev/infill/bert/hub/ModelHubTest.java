package dev.infill.bert.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.infill.bert.RecordingListener;
import dev.infill.bert.download.RetryPolicy;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Downloads from a hub in this process that behaves as the real one does, or does not. */
@Timeout(600)
class ModelHubTest {
  private static final String NAME = "hf:" + HubServer.REPOSITORY;
  private static final String WEIGHTS = "model.safetensors";
  private static final String SEEN = NAME + " is a model; its weights are 0 MB";
  private static final byte[] NOISE = noise(300_000, 1);

  @TempDir private Path folder;
  private final HubServer server = new HubServer();
  private final RecordingListener listener = new RecordingListener();
  private final Map<String, String> environment = new HashMap<>();
  private ModelHub.Preview preview = (folder, export) -> "a model";

  private static byte[] noise(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @BeforeEach
  void describe() {
    server
        .with("config.json", "{\"model_type\": \"bert\"}")
        .with("vocab.txt", "[PAD]\n[UNK]\n")
        .with("tokenizer_config.json", "{\"do_lower_case\": true}")
        .with("LICENSE", "not needed")
        .with("pytorch_model.bin", noise(20_000, 2))
        .with(WEIGHTS, NOISE);
    environment.put("HF_ENDPOINT", server.address());
    environment.put("HF_HOME", folder.resolve("home").toString());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Path fetch() {
    return fetch(NAME);
  }

  private Path fetch(String reference) {
    return fetch(reference, Duration.ofSeconds(30));
  }

  private Path fetch(String reference, Duration silence) {
    return hub(silence, Files::createSymbolicLink)
        .fetch(HubReference.parse(reference), preview, listener);
  }

  private ModelHub hub(Duration silence, HubCache.SymbolicLinks links) {
    return hub(new RetryPolicy(5, silence, Duration.ZERO, System::nanoTime), links);
  }

  private ModelHub hub(RetryPolicy patience, HubCache.SymbolicLinks links) {
    return new ModelHub(new HubEnvironment(environment, folder), patience, links);
  }

  private Path model() {
    return folder.resolve("home/hub/models--someone--small-bert");
  }

  private Path snapshot() {
    return model().resolve("snapshots").resolve(HubServer.COMMIT);
  }

  private Path blob(String name) {
    return model().resolve("blobs").resolve(server.tag(name));
  }

  private Path incomplete(String name) {
    return model().resolve("blobs").resolve(server.tag(name) + ".incomplete");
  }

  private void begin(String name, byte[] bytes) throws IOException {
    Files.createDirectories(incomplete(name).getParent());
    Files.write(incomplete(name), bytes);
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertFailure(
      Class<? extends RuntimeException> kind) {
    return assertFailure(kind, NAME);
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertFailure(
      Class<? extends RuntimeException> kind, String reference) {
    AbstractThrowableAssert<?, ? extends Throwable> failure =
        assertThatThrownBy(() -> fetch(reference)).isInstanceOf(kind);
    failure.message().hasLineCount(1);
    return failure;
  }

  private void assertWhole() throws IOException {
    assertThat(snapshot().resolve(WEIGHTS)).hasBinaryContent(NOISE);
    assertThat(files(model().resolve("blobs"))).noneMatch(name -> name.endsWith(".incomplete"));
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private List<String> ranges() {
    return server.requests("store", "GET").stream()
        .map(request -> String.valueOf(request.header("Range")))
        .toList();
  }

  @Test
  void aModelIsLaidOutAsPythonDoes() throws IOException {
    assertThat(fetch()).isEqualTo(snapshot());

    assertThat(files(snapshot()))
        .containsExactly("config.json", WEIGHTS, "tokenizer_config.json", "vocab.txt");
    for (String name : files(snapshot())) {
      assertThat(Files.readSymbolicLink(snapshot().resolve(name)))
          .isEqualTo(Path.of("../../blobs", server.tag(name)));
      assertThat(snapshot().resolve(name)).hasBinaryContent(server.content(name));
    }
    assertThat(model().resolve("refs/main")).hasContent(HubServer.COMMIT);
    assertThat(files(model())).containsExactly("blobs", "refs", "snapshots");
    assertThat(files(model().resolve("blobs"))).hasSize(4);
    assertThat(listener.notices).containsExactly(SEEN);
    long large = NOISE.length;
    assertThat(listener.done)
        .containsEntry(TransferListener.Stage.DOWNLOADING, large)
        .containsEntry(TransferListener.Stage.CHECKING, large);
    assertThat(listener.total).containsEntry(TransferListener.Stage.DOWNLOADING, large);
  }

  @Test
  void theTagOfASmallFileIsThatOfGit() {
    // printf 'hello\n' | git hash-object --stdin
    assertThat(server.with("hello", "hello\n").tag("hello"))
        .isEqualTo("ce013625030ba8dba906f756967f9e9ca394464a");
  }

  @Test
  void whatIsThereIsNotFetchedAgain() {
    fetch();
    server.requests().clear();
    assertThat(fetch()).isEqualTo(snapshot());
    assertThat(server.requests()).hasSize(1);
    assertThat(server.requests().get(0).target()).startsWith("/api/models/");

    server.requests().clear();
    assertThat(fetch(NAME + "@" + HubServer.COMMIT)).isEqualTo(snapshot());
    environment.put("HF_HUB_OFFLINE", "1");
    assertThat(fetch()).isEqualTo(snapshot());
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void whatPythonHasDownloadedIsFound() throws IOException {
    // As huggingface_hub leaves it: links to blobs, the commit without an end of line.
    for (String name : List.of("config.json", "tokenizer.json", WEIGHTS)) {
      server.with(name, name.equals(WEIGHTS) ? NOISE : "{}".getBytes(StandardCharsets.UTF_8));
      Files.createDirectories(snapshot());
      Files.createDirectories(blob(name).getParent());
      Files.write(blob(name), server.content(name));
      Files.createSymbolicLink(
          snapshot().resolve(name), Path.of("..", "..", "blobs", server.tag(name)));
    }
    Files.createDirectories(model().resolve("refs"));
    Files.writeString(model().resolve("refs/main"), HubServer.COMMIT);
    environment.put("HF_HUB_OFFLINE", "1");
    assertThat(fetch()).isEqualTo(snapshot());
    assertThat(server.requests()).isEmpty();

    Files.delete(blob(WEIGHTS));
    assertFailure(InvalidInputException.class)
        .hasMessageContaining("is not, or not wholly, in " + folder.resolve("home/hub"))
        .hasMessageContaining("HF_HUB_OFFLINE");
    environment.remove("HF_HUB_OFFLINE");
    fetch();
    assertWhole();
    assertThat(server.requests("store", "GET")).hasSize(1);
  }

  @Test
  void aBlobOfAnotherCommitIsLinkedNotFetched() throws IOException {
    begin(WEIGHTS, new byte[0]);
    Files.move(incomplete(WEIGHTS), blob(WEIGHTS));
    Files.write(blob(WEIGHTS), NOISE);
    fetch();
    assertWhole();
    assertThat(server.requests("store", "GET")).isEmpty();
  }

  @Test
  void aBlobOfAnotherSizeIsFetchedAnew() throws IOException {
    begin(WEIGHTS, new byte[0]);
    Files.move(incomplete(WEIGHTS), blob(WEIGHTS));
    Files.write(blob(WEIGHTS), Arrays.copyOf(NOISE, 7));
    fetch();
    assertWhole();
  }

  @Test
  void aTokenGoesToTheHubAlone() {
    environment.put("HF_TOKEN", "secret");
    server.token = "secret";
    fetch();
    assertThat(server.requests("hub", "GET")).isNotEmpty();
    assertThat(server.requests())
        .filteredOn(request -> request.host().equals("hub"))
        .allMatch(request -> "Bearer secret".equals(request.header("Authorization")));
    assertThat(server.requests("store", "GET"))
        .hasSize(1)
        .allMatch(request -> request.header("Authorization") == null);
  }

  @Test
  void aModelThatHasMovedIsFollowed() throws IOException {
    environment.put("HF_TOKEN", "secret");
    server.token = "secret";
    Path moved = fetch("hf:small-bert");
    assertThat(moved)
        .isEqualTo(
            folder.resolve("home/hub/models--small-bert/snapshots").resolve(HubServer.COMMIT));
    assertThat(moved.resolve(WEIGHTS)).hasBinaryContent(NOISE);
  }

  @Test
  void aRevisionMayHaveSlashes() {
    server.revisions.add("refs/pr/1");
    fetch(NAME + "@refs/pr/1");
    assertThat(server.requests().get(0).target()).endsWith("/revision/refs%2Fpr%2F1");
    assertThat(model().resolve("refs/refs/pr/1")).hasContent(HubServer.COMMIT);
    assertThat(model().resolve("refs/main")).doesNotExist();
  }

  @Test
  void whatWasBegunIsContinued() throws IOException {
    begin(WEIGHTS, Arrays.copyOf(NOISE, 100_000));
    fetch();
    assertWhole();
    assertThat(ranges()).containsExactly("bytes=100000-");
    assertThat(listener.notices).containsExactly(SEEN);
  }

  @Test
  void whatIsCompleteButNotMovedIsNotFetched() throws IOException {
    begin(WEIGHTS, NOISE);
    fetch();
    assertWhole();
    assertThat(ranges()).isEmpty();
  }

  @Test
  void aServerMayIgnoreTheRange() throws IOException {
    begin(WEIGHTS, Arrays.copyOf(NOISE, 100_000));
    server.ignoresRange = true;
    fetch();
    assertWhole();
    assertThat(listener.notices)
        .containsExactly(SEEN, "the server sends model.safetensors from its beginning");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerMayRefuseOrMisplaceTheRange(boolean refuses) throws IOException {
    begin(WEIGHTS, Arrays.copyOf(NOISE, 100_000));
    server.refusesRange = refuses;
    server.misplacesRange = !refuses;
    fetch();
    assertWhole();
    assertThat(ranges()).containsExactly("bytes=100000-", "null");
  }

  @Test
  void whatIsTooLongIsThrownAway() throws IOException {
    begin(WEIGHTS, noise(NOISE.length + 1, 9));
    fetch();
    assertWhole();
    assertThat(ranges()).containsExactly("null");
  }

  @Test
  void anotherBeginningIsSeenByItsChecksum() throws IOException {
    begin(WEIGHTS, noise(100_000, 9));
    fetch();
    assertWhole();
    assertThat(ranges()).containsExactly("bytes=100000-", "null");
    assertThat(listener.notices)
        .containsExactly(
            SEEN, "the part of model.safetensors that was there is wrong; downloading all of it");
  }

  @Test
  void whatBreaksOffIsGoneOnWith() throws IOException {
    server.with("config.json", noise(5_000, 4));
    server.breaks.addAll(List.of(1_000_000, 1_000_000, 1_000_000, 100_000, 50_000));
    fetch();
    assertWhole();
    // Small files take the first three: these are whole, although their bodies end in haste.
    assertThat(ranges()).containsExactly("null", "bytes=100000-", "bytes=150000-");
  }

  @Test
  void aServerThatSendsNothingMoreIsGivenUp() {
    server.breaks.addAll(List.of(1_000_000, 1_000_000, 1_000_000, 100_000, 0, 0, 0, 0, 0, 0));
    assertFailure(HubException.class)
        .hasMessageStartingWith(
            "the download of model.safetensors stopped after 100,000 of 300,000 bytes (")
        .hasMessageEndingWith("; they are kept, and the same command downloads the rest");
    assertThat(incomplete(WEIGHTS)).hasBinaryContent(Arrays.copyOf(NOISE, 100_000));
    assertThat(snapshot().resolve(WEIGHTS)).doesNotExist();
    assertThat(model().resolve("refs/main")).doesNotExist();
  }

  @Test
  void aServerThatFallsSilentIsAskedAgain() throws IOException {
    server.silence = new CountDownLatch(1);
    server.silentAfter = 100_000;
    Duration patience = Duration.ofMinutes(1);
    AtomicLong silent = new AtomicLong();
    TransferListener original = listener;
    TransferListener repairing =
        new TransferListener() {
          @Override
          public void progress(Stage stage, long done, long total) {
            if (stage == Stage.DOWNLOADING && done == 100_000) {
              // Told of again and again, while nothing comes. The next answer is whole.
              silent.addAndGet(2 * patience.toNanos());
              server.silentAfter = -1;
            }
            original.progress(stage, done, total);
          }

          @Override
          public void notice(String message) {
            original.notice(message);
          }
        };
    hub(
            new RetryPolicy(5, patience, Duration.ZERO, () -> System.nanoTime() + silent.get()),
            Files::createSymbolicLink)
        .fetch(HubReference.parse(NAME), preview, repairing);
    assertWhole();
    assertThat(ranges()).containsExactly("null", "bytes=100000-");
  }

  @ParameterizedTest
  @ValueSource(strings = {WEIGHTS, "config.json"})
  void aWrongChecksumIsRefused(String name) throws IOException {
    byte[] wrong = server.content(name).clone();
    wrong[wrong.length / 2] ^= 1;
    server.falsify(name, wrong);
    assertFailure(HubException.class)
        .hasMessageMatching(
            name
                + " came damaged: its SHA-(1|256) is [0-9a-f]+ and not "
                + server.tag(name)
                + ";.*");
    assertThat(blob(name)).doesNotExist();
    assertThat(incomplete(name)).doesNotExist();
    assertThat(Files.exists(snapshot().resolve(name))).isFalse();
  }

  @Test
  void moreBytesThanAFileHasAreRefused() {
    server.falsify(WEIGHTS, noise(NOISE.length + 1_000, 1));
    server.ignoresRange = true;
    assertThatThrownBy(this::fetch).isInstanceOf(HubException.class);
    assertThat(snapshot().resolve(WEIGHTS)).doesNotExist();
  }

  @Test
  void aTagThatIsNoChecksumIsTold() throws IOException {
    server.largeTag = "mirror-1";
    fetch();
    assertThat(snapshot().resolve(WEIGHTS)).hasBinaryContent(NOISE);
    assertThat(listener.notices)
        .containsExactly(
            SEEN,
            "the server gives no checksum of model.safetensors, only its size could be checked");
  }

  @ParameterizedTest
  @CsvSource({"../../../evil, ''", "'', 300000", "abc, ''", "abc, -1", "abc, many"})
  void whatAServerSaysOfAFileIsNotTrusted(String tag, String size) throws IOException {
    server.largeTag = tag;
    server.largeSize = size;
    assertFailure(HubException.class).hasMessageContaining("gives no");
    assertThat(folder.resolve("home/evil")).doesNotExist();
  }

  @Test
  void troublesPass() throws IOException {
    server.troubles.addAll(List.of(503, 500, 429, 408));
    fetch();
    assertWhole();
    assertThat(listener.notices).containsExactly(SEEN);
  }

  @Test
  void troublesOfADownloadPass() throws IOException {
    server.storeTroubles.addAll(List.of(503, 500));
    fetch();
    assertWhole();
    assertThat(ranges()).containsExactly("null", "null", "null");
  }

  @Test
  void troublesThatDoNotPassAreTold() {
    server.troubles.addAll(List.of(503, 503, 503, 503, 503));
    assertFailure(HubException.class)
        .hasMessage("cannot download %s: 127.0.0.1 is in trouble (HTTP 503)".formatted(NAME));
    assertThat(server.requests()).hasSize(5);
    assertThat(folder.resolve("home")).doesNotExist();
  }

  @Test
  void aHubThatIsAwayIsToldOrDoneWithout() throws IOException {
    int port = closedPort();
    environment.put("HF_ENDPOINT", "http://127.0.0.1:" + port);
    assertFailure(HubException.class)
        .hasMessageStartingWith("cannot download " + NAME + ": cannot reach 127.0.0.1 (");
    environment.put("HF_ENDPOINT", "http://no-such-host.invalid");
    assertFailure(HubException.class).hasMessageContaining("its name is not known");

    environment.put("HF_ENDPOINT", server.address());
    fetch();
    server.troubles.add(502);
    assertThat(fetch()).isEqualTo(snapshot());
    environment.put("HF_ENDPOINT", "http://127.0.0.1:" + port);
    assertThat(fetch()).isEqualTo(snapshot());
    assertThat(listener.notices.subList(1, listener.notices.size()))
        .hasSize(2)
        .allMatch(line -> line.endsWith("; taking " + NAME + " as it was last downloaded"));
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void whatMayNotBeReadIsSaid() {
    server.token = "secret";
    assertFailure(InvalidInputException.class)
        .hasMessageStartingWith("there is no model someone/small-bert on " + server.address())
        .hasMessageContaining("set HF_TOKEN to a token that may read it");
    environment.put("HF_TOKEN", "wrong");
    assertFailure(InvalidInputException.class)
        .hasMessageContaining("your token (HF_TOKEN, or that of the login) may not read it")
        .hasMessageNotContaining("wrong");

    server.gated = true;
    assertFailure(InvalidInputException.class)
        .hasMessageContaining("accept them at %s/someone/small-bert".formatted(server.address()))
        .hasMessageContaining("have your token");
    environment.remove("HF_TOKEN");
    assertFailure(InvalidInputException.class)
        .hasMessageEndingWith("set HF_TOKEN to a token of yours");
  }

  @Test
  void whatDoesNotExistIsSaid() {
    assertFailure(InvalidInputException.class, "hf:someone/other")
        .hasMessageStartingWith("there is no model someone/other on");
    assertFailure(InvalidInputException.class, NAME + "@v2")
        .hasMessage(
            "the model someone/small-bert on %s has no revision 'v2'".formatted(server.address()));
    server.listing =
        "{\"sha\": \"%s\", \"siblings\": [{\"rfilename\": \"config.json\"}, {\"rfilename\": \"vocab.txt\"}, {\"rfilename\": \"model.safetensors.index.json\"}]}"
            .formatted(HubServer.COMMIT);
    assertFailure(InvalidInputException.class)
        .hasMessage(NAME + " has no file model.safetensors.index.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<html>", "[]", "{}", "{\"sha\": \"../..\", \"siblings\": []}", "{\"sha\": 1}"})
  void anotherServerIsRecognised(String answer) {
    server.listing = answer;
    assertFailure(HubException.class).hasMessageContaining("is no Hugging Face hub");
  }

  @Test
  void anEndlessListEnds() {
    server.listsWithoutEnd = true;
    assertFailure(HubException.class).hasMessageContaining("in more than 4,194,304 bytes");
  }

  @Test
  void endlessRedirectionsEnd() {
    server.loops = true;
    assertFailure(HubException.class).hasMessageContaining("is redirected without end");
  }

  @Test
  void whatLacksSafeWeightsIsSaid() throws IOException {
    try (HubServer other = new HubServer()) {
      environment.put("HF_ENDPOINT", other.address());
      other.with("README.md", "x");
      assertFailure(InvalidInputException.class)
          .hasMessageContaining("has no config.json (it has README.md)");
      other.with("config.json", "{}");
      assertFailure(InvalidInputException.class)
          .hasMessageContaining(
              "has no vocab.txt or tokenizer.json (it has README.md, config.json)");
      other.with("tokenizer.json", "{}");
      assertFailure(InvalidInputException.class).hasMessageContaining("but no weights at all");
      other.with("tf_model.h5", "x");
      assertFailure(InvalidInputException.class)
          .hasMessageContaining("weights in tf_model.h5 only:");
      other.with("pytorch_model.bin", "x");
      assertFailure(InvalidInputException.class)
          .hasMessageStartingWith(
              NAME
                  + " has neither model.safetensors nor model.onnx, but weights in"
                  + " pytorch_model.bin, tf_model.h5 only (a pickle can run code when it is read,"
                  + " and is refused): give a revision that has one");
      assertThat(folder.resolve("home")).doesNotExist();
    }
  }

  /** Of both forms safetensors are taken; an export without them with what it keeps beside. */
  @ParameterizedTest
  @ValueSource(strings = {"", "onnx/"})
  void anExportIsTakenWhereThereIsNothingElse(String place) throws IOException {
    String export = place + "model.onnx";
    byte[] graph = noise(30_000, 7);
    server
        .with(export, graph)
        .with(place + "model.onnx_data", noise(40_000, 8))
        .with(place + "model.onnx.data", noise(40_000, 9))
        .with(place + "model_quantized.onnx", noise(20_000, 10));
    fetch();
    assertThat(snapshot().resolve(export)).doesNotExist();

    try (HubServer other = new HubServer()) {
      environment.put("HF_ENDPOINT", other.address());
      environment.put("HF_HOME", folder.resolve("other").toString());
      server.files().forEach(other::with);
      other.without(WEIGHTS);
      List<Boolean> exports = new ArrayList<>();
      preview =
          (described, ofExport) -> {
            assertThat(described.resolve("config.json")).exists();
            assertThat(described.resolve(export)).doesNotExist();
            exports.add(ofExport);
            return "an export";
          };
      Path made = fetch();
      assertThat(made.resolve(export)).hasBinaryContent(graph);
      assertThat(made.resolve(place + "model.onnx_data")).hasSize(40_000);
      assertThat(made.resolve(place + "model.onnx.data")).hasSize(40_000);
      assertThat(made.resolve(place + "model_quantized.onnx")).doesNotExist();
      assertThat(other.requests("store", "GET"))
          .last()
          .satisfies(request -> assertThat(request.target()).endsWith(export));
      assertThat(exports).containsExactly(true);

      environment.put("HF_HUB_OFFLINE", "1");
      assertThat(fetch()).isEqualTo(made);
    }
  }

  @Test
  void whatIsRefusedBeforeIsNotDownloaded() {
    preview =
        (described, export) -> {
          throw new InvalidInputException("model", "it is a bird");
        };
    assertFailure(InvalidInputException.class).hasMessage("it is a bird");
    assertThat(server.requests("store", "GET")).isEmpty();
    assertThat(snapshot().resolve("config.json")).exists();
    assertThat(model().resolve("refs")).doesNotExist();
  }

  @Test
  void weightsInSeveralFilesAreAllFetched() throws IOException {
    try (HubServer other = new HubServer()) {
      environment.put("HF_ENDPOINT", other.address());
      String first = "model-00001-of-00002.safetensors";
      String second = "model-00002-of-00002.safetensors";
      String index = "model.safetensors.index.json";
      other
          .with("config.json", "{}")
          .with("vocab.txt", "a")
          .with(first, noise(30_000, 5))
          .with(second, noise(40_000, 6))
          .with(
              index,
              "{\"weight_map\": {\"a\": \"%s\", \"b\": \"%s\", \"c\": \"%1$s\"}}"
                  .formatted(first, second));
      assertThat(fetch()).isEqualTo(snapshot());
      assertThat(files(snapshot()))
          .containsExactly("config.json", first, second, index, "vocab.txt");
      assertThat(listener.total).containsEntry(TransferListener.Stage.DOWNLOADING, 70_000L);

      environment.put("HF_HUB_OFFLINE", "1");
      fetch();
      Files.delete(snapshot().resolve(second));
      assertFailure(InvalidInputException.class).hasMessageContaining("not wholly");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"weight_map\": {\"a\": \"../../../evil.safetensors\"}}",
        "{}",
        "[",
        "{\"weight_map\": {\"a\": 1}}"
      })
  void anIndexThatNamesNoWeightsIsRefused(String index) throws IOException {
    try (HubServer other = new HubServer()) {
      environment.put("HF_ENDPOINT", other.address());
      other
          .with("config.json", "{}")
          .with("vocab.txt", "a")
          .with("model.safetensors.index.json", index);
      assertFailure(InvalidInputException.class)
          .hasMessageStartingWith("model.safetensors.index.json of " + NAME);
    }
  }

  @Test
  void aFileSystemWithoutLinksHasCopies() throws IOException {
    HubCache.SymbolicLinks none =
        (link, target) -> {
          throw new UnsupportedOperationException();
        };
    hub(Duration.ofSeconds(30), none).fetch(HubReference.parse(NAME), preview, listener);
    assertWhole();
    for (String name : files(snapshot())) {
      assertThat(Files.isSymbolicLink(snapshot().resolve(name))).isFalse();
    }
    server.requests().clear();
    fetch();
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void anInterruptKeepsWhatCame() throws Exception {
    server.silence = new CountDownLatch(1);
    server.silentAfter = 100_000;
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CountDownLatch arrived = new CountDownLatch(1);
    TransferListener arriving =
        new TransferListener() {
          @Override
          public void progress(Stage stage, long done, long total) {
            if (total == NOISE.length && done == 100_000) {
              arrived.countDown();
            }
          }

          @Override
          public void notice(String message) {}
        };
    Thread download =
        new Thread(
            () -> {
              try {
                hub(Duration.ofMinutes(1), Files::createSymbolicLink)
                    .fetch(HubReference.parse(NAME), preview, arriving);
              } catch (HubException e) {
                failure.set(e);
              }
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    download.start();
    arrived.await();
    download.interrupt();
    assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(failure.get()).hasMessageStartingWith("interrupted while downloading");
    assertThat(incomplete(WEIGHTS)).hasBinaryContent(Arrays.copyOf(NOISE, 100_000));

    server.silentAfter = -1;
    fetch();
    assertWhole();
    assertThat(ranges()).containsExactly("null", "bytes=100000-");
  }

  @Test
  void aFullDiskIsOneLine() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    Files.createDirectories(incomplete(WEIGHTS).getParent());
    Files.createSymbolicLink(incomplete(WEIGHTS), full);
    assertFailure(HubException.class)
        .hasMessageStartingWith("cannot write " + incomplete(WEIGHTS) + ": ")
        .hasMessageEndingWith("; HF_HOME can name another folder for downloaded models");
    Files.delete(incomplete(WEIGHTS));
  }

  @Test
  void whatHasNoRoomIsNotBegun() {
    server.largeSize = "900000000000000000";
    assertFailure(HubException.class)
        .hasMessageStartingWith("the download takes 900,000,000,000 MB, and ")
        .hasMessageEndingWith(" MB left; HF_HOME can name another folder");
    assertThat(server.requests("store", "GET")).isEmpty();
  }

  @Test
  void aFolderThatCannotBeMadeIsOneLine() throws IOException {
    Files.writeString(folder.resolve("home"), "a file");
    assertFailure(HubException.class)
        .hasMessageStartingWith(
            "cannot use the folder of downloaded models " + folder.resolve("home/hub"));
  }

  @Test
  void aProxyIsUsedAndHasCredentialsOfItsOwn() throws IOException {
    // The hub's host has no address: only the proxy, which is the server itself, can know it.
    String proxy = server.address().replace("http://", "http://me:word@");
    environment.put("HF_ENDPOINT", "http://hub.invalid");
    environment.put("HTTP_PROXY", proxy);
    environment.put("NO_PROXY", "localhost");
    environment.put("HF_TOKEN", "secret");
    fetch();
    assertWhole();
    assertThat(server.requests("hub", "GET"))
        .isNotEmpty()
        .allMatch(request -> "Basic bWU6d29yZA==".equals(request.header("Proxy-Authorization")));
    assertThat(server.requests("store", "GET"))
        .allMatch(request -> request.header("Proxy-Authorization") == null);
    environment.put("NO_PROXY", "*");
    environment.put("HF_HOME", folder.resolve("elsewhere").toString());
    assertFailure(HubException.class).hasMessageContaining("its name is not known");
  }

  @Test
  void aProxyIsAskedForATunnel() throws Exception {
    try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<List<String>> asked = CompletableFuture.supplyAsync(() -> refuse(proxy));
      Process process =
          start(
              // As the launcher does: by itself the JDK keeps credentials from tunnels.
              List.of("-Djdk.http.auth.tunneling.disabledSchemes="),
              "HF_ENDPOINT=https://hub.invalid",
              "HTTPS_PROXY=http://me:word@127.0.0.1:" + proxy.getLocalPort(),
              "HF_HOME=" + folder,
              "HF_TOKEN=secret");
      try (BufferedReader output = process.inputReader()) {
        assertThat(output.readLine()).startsWith("refused: the proxy wants a name and a password");
        assertThat(asked.get())
            .contains("CONNECT hub.invalid:443 HTTP/1.1", "Proxy-Authorization: Basic bWU6d29yZA==")
            .noneMatch(line -> line.contains("secret"));
      } finally {
        process.destroy();
      }
    }
  }

  /** Returns what one client asks for, who is asked for credentials. */
  private static List<String> refuse(ServerSocket proxy) {
    List<String> lines = new ArrayList<>();
    try (Socket socket = proxy.accept();
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      String line = reader.readLine();
      while (line != null && !line.isEmpty()) {
        lines.add(line);
        line = reader.readLine();
      }
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  private Process start() throws IOException {
    return start(
        List.of(), "HF_ENDPOINT=" + server.address(), "HF_HUB_CACHE=" + folder.resolve("home/hub"));
  }

  private static Process start(List<String> options, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            HubProcess.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void ofSeveralThreadsOneDownloads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      ModelHub hub = hub(Duration.ofSeconds(30), Files::createSymbolicLink);
      Callable<Path> task =
          () -> hub.fetch(HubReference.parse(NAME), preview, new RecordingListener());
      for (Future<Path> fetched : threads.invokeAll(Collections.nCopies(8, task))) {
        assertThat(fetched.get()).isEqualTo(snapshot());
      }
    } finally {
      threads.shutdownNow();
    }
    assertWhole();
    assertThat(ranges()).containsExactly("null");
  }

  @Test
  void ofTwoProcessesOneDownloads() throws Exception {
    server.silence = new CountDownLatch(1);
    server.silentAfter = 100_000;
    Process first = start();
    try (BufferedReader winner = first.inputReader()) {
      server.silent.await();
      Process second = start();
      try (BufferedReader loser = second.inputReader()) {
        assertThat(winner.readLine()).isEqualTo(SEEN);
        assertThat(loser.readLine()).isEqualTo(SEEN);
        assertThat(loser.readLine())
            .isEqualTo("waiting for another process that downloads model.safetensors");
        server.silence.countDown();
        assertThat(winner.readLine()).isEqualTo("fetched " + snapshot());
        assertThat(loser.readLine()).isEqualTo("fetched " + snapshot());
        assertThat(first.waitFor()).isZero();
        assertThat(second.waitFor()).isZero();
      } finally {
        second.destroy();
      }
    } finally {
      first.destroy();
    }
    assertWhole();
    assertThat(ranges()).containsExactly("null");
  }

  @Test
  void whatAKilledProcessLeftIsContinued() throws Exception {
    server.silence = new CountDownLatch(1);
    server.silentAfter = 100_000;
    Process process = start();
    server.silent.await();
    process.destroyForcibly().waitFor();
    server.silentAfter = -1;
    server.silence.countDown();
    int kept = (int) Files.size(incomplete(WEIGHTS));
    assertThat(kept).isBetween(0, 100_000);

    fetch();
    assertWhole();
    assertThat(ranges()).last().isEqualTo(kept == 0 ? "null" : "bytes=%d-".formatted(kept));
  }
}
