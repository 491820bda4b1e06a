package dev.infill.web.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.infill.bert.download.PartialFile;
import dev.infill.bert.download.RetryPolicy;
import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class CorpusFetcherTest {
  private static final byte[] TRAIN = noise(300_000, 1);
  private static final byte[] TEST = "a test .\n".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  private final byte[] archive = zip();
  private final FileServer server = new FileServer(archive);
  private final List<String> notices = new ArrayList<>();
  private final AtomicBoolean cancelled = new AtomicBoolean();

  CorpusFetcherTest() throws IOException {}

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aCorpusIsFetchedCheckedAndUnpacked() throws IOException {
    FetchedCorpus fetched = fetch().orElseThrow();

    assertThat(fetched.file()).isEqualTo(out()).hasBinaryContent(TRAIN);
    assertThat(fetched.bytes()).isEqualTo(TRAIN.length);
    assertThat(folder).isDirectoryNotContaining("glob:**.{part,properties,tmp}");
    assertThat(notices).isEmpty();
    assertThat(server.requests().get(0).getFirst("User-Agent")).isEqualTo("infill");
  }

  @Test
  void anotherPartCanBeNamed() throws IOException {
    fetch(request("file.zip", "test", Optional.empty(), false));
    assertThat(out()).hasBinaryContent(TEST);
  }

  @Test
  void redirectsAreFollowed() throws IOException {
    fetch(request("moved.zip", "train", Optional.empty(), false));
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  /** Of what was sent before the end the last bytes may not have been read: what came is kept. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatBrokeOffIsResumed(boolean chunked) throws IOException {
    server.chunked = chunked;
    server.truncateAt = 100_000;
    Throwable brokenOff = catchThrowable(this::fetch);
    int arrived = Math.toIntExact(Files.size(part()));
    assertThat(arrived).isBetween(1, 100_000);
    assertThat(brokenOff)
        .isInstanceOf(FetchException.class)
        .hasMessageContaining(
            " broke off after %,d of %,d bytes (".formatted(arrived, archive.length))
        .hasMessageEndingWith("; the same command goes on from there")
        .message()
        .hasLineCount(1);
    assertThat(out()).doesNotExist();
    assertThat(part()).hasBinaryContent(Arrays.copyOf(archive, arrived));

    server.truncateAt = Integer.MAX_VALUE;
    fetch();
    assertThat(out()).hasBinaryContent(TRAIN);
    assertThat(server.requests().get(1).getFirst("Range"))
        .isEqualTo("bytes=%d-".formatted(arrived));
    assertThat(server.requests().get(1).getFirst("If-Range")).isEqualTo("\"one\"");
    assertThat(notices).isEmpty();
  }

  @Test
  void aDateServesWhereTheTagIsWeak() throws IOException {
    server.tag = "W/\"weak\"";
    server.modified = "Sat, 21 Nov 2026 05:00:00 GMT";
    breakOff(50_000);
    fetch();
    assertThat(server.requests().get(1).getFirst("If-Range")).isEqualTo(server.modified);
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void withoutAVersionAllIsFetchedAgain() throws IOException {
    server.tag = null;
    breakOff(50_000);
    fetch();
    assertThat(server.requests().get(1).getFirst("Range")).isNull();
    assertThat(notices).first().asString().contains("is not known to be the beginning");
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void aFileThatHasChangedIsFetchedAnew() throws IOException {
    server.content = noise(archive.length, 7);
    breakOff(50_000);
    server.content = archive;
    server.tag = "\"two\"";
    fetch();
    assertThat(notices).containsExactly("the server sends file.zip from its beginning");
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void aServerThatIgnoresTheConditionIsSeenThrough() throws IOException {
    server.content = noise(archive.length, 7);
    breakOff(50_000);
    server.content = archive;
    server.tag = "\"two\"";
    server.ignoresCondition = true;
    fetch();
    assertThat(notices).first().asString().contains("cannot be continued");
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void anotherBeginningIsSeenByTheChecksum() throws IOException {
    server.content = noise(archive.length, 7);
    breakOff(50_000);
    // Of the same version, as its server says.
    server.content = archive;
    fetch();
    assertThat(notices)
        .containsExactly("what was there of file.zip was not its beginning; downloading all of it");
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void aServerWithoutRangesSendsAllOfIt() throws IOException {
    breakOff(50_000);
    server.ignoresRange = true;
    fetch();
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void whatWasNeverServedIsFetchedAnew() throws IOException {
    Files.write(part(), noise(100, 3));
    fetch();
    assertThat(server.requests().get(0).getFirst("Range")).isNull();
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void moreThanThereShouldBeIsFetchedAnew() throws IOException {
    breakOff(50_000);
    Files.write(part(), noise(archive.length + 1, 3));
    fetch();
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void anUnsatisfiableRangeBeginsAnew() throws IOException {
    breakOff(archive.length - 1);
    // The server's file has become shorter than what is there, and comes back.
    server.content = Arrays.copyOf(archive, 10);
    assertThatThrownBy(this::fetch)
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("it has 10 bytes and not %,d".formatted(archive.length));
    assertThat(notices).first().asString().contains("cannot be continued");
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void anArchiveThatIsAllThereIsNotFetchedAgain() throws IOException {
    Files.write(part(), archive);
    fetch();
    assertThat(server.requests()).isEmpty();
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void aWrongSumIsToldOfAndNothingIsKept() throws IOException {
    server.content = noise(archive.length, 9);
    assertThatThrownBy(this::fetch)
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("what is at %s is not file.zip: its SHA-256 is ".formatted(address()))
        .hasMessageContaining(sha256(server.content) + " and not " + sha256(archive));
    assertThat(folder).isEmptyDirectory();
    server.content = archive;
    fetch();
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 410, 403, 429, 500, 503, 304})
  void aRefusalIsToldOfAndWhatIsThereIsKept(int status) throws IOException {
    breakOff(50_000);
    server.status = status;
    assertThatThrownBy(this::fetch)
        .isInstanceOf(FetchException.class)
        .hasMessageContaining(address().toString())
        .hasMessageContaining("(HTTP " + status + ")")
        .hasMessageContaining(
            status == 429 || status >= 500 ? "try again later" : "--from file.zip")
        .message()
        .hasLineCount(1);
    assertThat(part()).hasSize(50_000);
    server.status = 0;
    fetch();
    assertThat(out()).hasBinaryContent(TRAIN);
    assertThat(notices).isEmpty();
  }

  @Test
  void aPageInsteadOfTheFileIsRefusedBeforeItIsFetched() throws IOException {
    breakOff(50_000);
    server.content = "<html>log in first</html>".getBytes(StandardCharsets.UTF_8);
    server.tag = "\"page\"";
    assertThatThrownBy(this::fetch)
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("is not file.zip: it has 25 bytes");
    assertThat(part()).hasSize(50_000);
  }

  @Test
  void aBodyWithoutAnEndIsCut() {
    server.chunked = true;
    server.content = noise(3 * archive.length, 4);
    assertThatThrownBy(this::fetch)
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("it has more than %,d bytes".formatted(archive.length));
  }

  @Test
  void aServerThatFallsSilentIsGivenUp() {
    server.truncateAt = 70_000;
    server.silentAfterTruncation = true;
    AtomicLong silent = new AtomicLong();
    TransferListener waiting =
        new TransferListener() {
          @Override
          public void progress(Stage stage, long done, long total) {
            if (done >= 70_000) {
              silent.addAndGet(Duration.ofMinutes(2).toNanos());
            }
          }

          @Override
          public void notice(String line) {}
        };
    assertThatThrownBy(
            () ->
                new CorpusFetcher(
                        new RetryPolicy(
                            1,
                            Duration.ofMinutes(1),
                            Duration.ZERO,
                            () -> System.nanoTime() + silent.get()))
                    .fetch(
                        request("file.zip", "train", Optional.empty(), false),
                        waiting,
                        cancelled::get))
        .isInstanceOf(FetchException.class)
        .hasMessageContaining("broke off after 70,000 of")
        .hasMessageContaining("(nothing came from 127.0.0.1 for 60 s)");
  }

  @Test
  void whatIsCancelledStopsThoughNothingComes() throws Exception {
    server.truncateAt = 70_000;
    server.silentAfterTruncation = true;
    TransferListener cancelling =
        new TransferListener() {
          @Override
          public void progress(Stage stage, long done, long total) {
            cancelled.set(done >= 70_000);
          }

          @Override
          public void notice(String line) {}
        };
    assertThat(
            new CorpusFetcher()
                .fetch(
                    request("file.zip", "train", Optional.empty(), false),
                    cancelling,
                    cancelled::get))
        .isEmpty();
    assertThat(part()).hasSize(70_000);
  }

  @Test
  void anInterruptStopsThoughNothingComes() {
    server.truncateAt = 70_000;
    server.silentAfterTruncation = true;
    Thread fetching = Thread.currentThread();
    TransferListener interrupting =
        new TransferListener() {
          @Override
          public void progress(Stage stage, long done, long total) {
            if (done >= 70_000) {
              fetching.interrupt();
            }
          }

          @Override
          public void notice(String line) {}
        };
    assertThatThrownBy(
            () ->
                new CorpusFetcher()
                    .fetch(
                        request("file.zip", "train", Optional.empty(), false),
                        interrupting,
                        cancelled::get))
        .isInstanceOf(FetchException.class)
        .hasMessage("interrupted while fetching " + address());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(part()).hasSize(70_000);
  }

  @Test
  void withoutANetworkTheMessageSaysWhatToDo() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    for (String address :
        List.of("http://127.0.0.1:" + free + "/file.zip", "http://no-such-host.invalid/file.zip")) {
      FetchRequest request =
          new FetchRequest(corpus(), "train", URI.create(address), Optional.empty(), out(), false);
      assertThatThrownBy(() -> fetch(request))
          .isInstanceOf(FetchException.class)
          .hasMessageStartingWith("cannot reach " + URI.create(address).getHost() + " (")
          .hasMessageContaining(
              "is there a network? Else get file.zip of " + corpus().address() + " elsewhere")
          .message()
          .hasLineCount(1)
          .doesNotContain("null");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anArchiveGotByHandIsCheckedAndKept() throws IOException {
    Path mine = Files.write(folder.resolve("mine.zip"), archive);
    fetch(request("file.zip", "train", Optional.of(mine), false));
    assertThat(out()).hasBinaryContent(TRAIN);
    assertThat(mine).exists();
    assertThat(server.requests()).isEmpty();

    Path other = Files.write(folder.resolve("other.zip"), noise(10, 1));
    assertThatThrownBy(() -> fetch(request("file.zip", "train", Optional.of(other), true)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(other + " is not file.zip: its SHA-256 is ");
    assertThatThrownBy(
            () ->
                fetch(request("file.zip", "train", Optional.of(folder.resolve("none.zip")), true)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("there is no file " + folder.resolve("none.zip"));
  }

  @Test
  void aFileInTheWayIsRefusedBeforeAnythingIsFetched() throws IOException {
    Files.writeString(out(), "mine");
    assertThatThrownBy(this::fetch)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is there already; --force replaces it");
    assertThat(server.requests()).isEmpty();
    assertThat(out()).hasContent("mine");
    fetch(request("file.zip", "train", Optional.empty(), true));
    assertThat(out()).hasBinaryContent(TRAIN);
  }

  @Test
  void twoFetchesOfOneFileExcludeEachOther() throws IOException {
    try (PartialFile first = PartialFile.ofVersion(part()).orElseThrow()) {
      assertThatThrownBy(this::fetch)
          .isInstanceOf(FetchException.class)
          .hasMessage("another fetch is writing " + first.path() + "; wait for it to end");
    }
    fetch();
  }

  @Test
  void theRequestIsChecked() {
    assertThatThrownBy(() -> request("file.zip", "dev", Optional.empty(), false))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("tiny has no part 'dev'; it has test, train");
    assertThatThrownBy(
            () ->
                new FetchRequest(
                    corpus(), "train", URI.create("ftp://host/a"), Optional.empty(), out(), false))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is no address");
    assertThatThrownBy(
            () ->
                fetch(
                    new FetchRequest(
                        corpus(),
                        "train",
                        address(),
                        Optional.empty(),
                        folder.resolve("no/such/out"),
                        false)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("there is no folder");
  }

  @Test
  void theCatalogueHoldsWikiText() {
    assertThat(PublicCorpus.catalogue())
        .extracting(PublicCorpus::name)
        .containsExactly("wikitext-103", "wikitext-2");
    PublicCorpus corpus = PublicCorpus.catalogue().get(0);
    assertThat(corpus.archiveName()).isEqualTo("wikitext-103-v1.zip");
    assertThat(corpus.parts()).containsEntry("train", "wikitext-103/wiki.train.tokens");
  }

  private void breakOff(int at) {
    server.truncateAt = at;
    server.arrived = new CountDownLatch(1);
    assertThatThrownBy(this::fetch).isInstanceOf(FetchException.class);
    assertThat(part()).hasSize(at);
    server.truncateAt = Integer.MAX_VALUE;
  }

  private Optional<FetchedCorpus> fetch() throws IOException {
    return fetch(request("file.zip", "train", Optional.empty(), false));
  }

  private Optional<FetchedCorpus> fetch(FetchRequest request) throws IOException {
    return new CorpusFetcher().fetch(request, listener(), cancelled::get);
  }

  private FetchRequest request(
      String path, String part, Optional<Path> archiveFile, boolean overwrite) {
    return new FetchRequest(corpus(), part, server.address(path), archiveFile, out(), overwrite);
  }

  private TransferListener listener() {
    return new TransferListener() {
      private long last;
      private Stage stage = Stage.DOWNLOADING;

      @Override
      public void progress(Stage next, long done, long total) {
        assertThat(done).isBetween(next == stage ? last : 0, total);
        last = done;
        stage = next;
        if (done >= server.truncateAt) {
          server.arrived.countDown();
        }
      }

      @Override
      public void notice(String line) {
        notices.add(line);
      }
    };
  }

  private PublicCorpus corpus() {
    return new PublicCorpus(
        "tiny",
        "made up",
        server.address("file.zip"),
        archive.length,
        sha256(archive),
        Map.of("train", "tiny/train.tokens", "test", "tiny/test.tokens"));
  }

  private URI address() {
    return server.address("file.zip");
  }

  private Path out() {
    return folder.resolve("corpus.txt");
  }

  private Path part() {
    return folder.resolve("corpus.txt.part");
  }

  private static byte[] zip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("tiny/train.tokens"));
      zip.write(TRAIN);
      zip.putNextEntry(new ZipEntry("tiny/test.tokens"));
      zip.write(TEST);
    }
    return bytes.toByteArray();
  }

  private static byte[] noise(int size, long seed) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
