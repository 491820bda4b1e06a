package dev.infill.bert.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.infill.bert.RecordingListener;
import dev.infill.bert.download.RemoteFile;
import dev.infill.bert.download.RetryPolicy;
import dev.infill.core.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository on this machine, and what is downloaded from it. */
class MavenRepositoryTest {
  private static final String PATH = "org/example/model/1.0/model-1.0.jar";
  private static final String VARIABLE = "INFILL_MAVEN_REPOSITORY";

  @TempDir private Path folder;
  private final byte[] content = new byte[50_000];
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final RecordingListener listener = new RecordingListener();
  private HttpServer server;
  private byte[] sent = content;

  MavenRepositoryTest() throws IOException {
    new Random(1).nextBytes(content);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          boolean there = exchange.getRequestURI().getPath().equals("/mirror/" + PATH);
          exchange.sendResponseHeaders(there ? 200 : 404, there ? sent.length : -1);
          if (there) {
            exchange.getResponseBody().write(sent);
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private RemoteFile jar(String path) {
    try {
      return new RemoteFile(
          "some-model",
          URI.create(path),
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)),
          content.length);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private MavenRepository repository(Map<String, String> environment) {
    return new MavenRepository(
        new HubEnvironment(environment, folder),
        new RetryPolicy(1, Duration.ofSeconds(5), Duration.ofMillis(1), System::nanoTime));
  }

  private MavenRepository mirror() {
    return repository(
        Map.of(VARIABLE, "http://127.0.0.1:%d/mirror/".formatted(server.getAddress().getPort())));
  }

  private List<Path> files() throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void aFileIsDownloadedOnceToItsPathInTheFolder() throws IOException {
    mirror().fetch(jar(PATH), folder.resolve("downloads"), listener);
    assertThat(folder.resolve("downloads").resolve(PATH)).hasBinaryContent(content);
    assertThat(listener.told)
        .startsWith("downloading some-model once, 0 MB, from 127.0.0.1")
        .contains("DOWNLOADING 50000 of 50000")
        .endsWith("CHECKING 50000 of 50000");
    assertThat(requests).containsExactly("GET /mirror/" + PATH);

    mirror().fetch(jar(PATH), folder.resolve("downloads"), listener);
    assertThat(requests).hasSize(1);
  }

  @Test
  void anotherContentIsNotKept() throws IOException {
    sent = content.clone();
    sent[40_000] ^= 1;
    assertRefused(mirror(), PATH, "cannot download some-model: its SHA-256 is ", VARIABLE);
    sent = Arrays.copyOf(content, 40_000);
    assertRefused(mirror(), PATH, "it has 40,000 bytes and not 50,000");
    assertThat(files()).noneMatch(file -> file.endsWith(PATH));
  }

  private void assertRefused(MavenRepository repository, String path, String... parts) {
    assertThatExceptionOfType(HubException.class)
        .isThrownBy(() -> repository.fetch(jar(path), folder, listener))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
  }

  @Test
  void saysWhereElseTheFileMayComeFrom() {
    assertRefused(
        mirror(),
        "org/example/other.jar",
        "127.0.0.1 answers HTTP 404",
        "INFILL_MAVEN_REPOSITORY can name a mirror of Maven Central, or put the file itself at "
            + folder.resolve("org/example/other.jar"));
    assertRefused(
        repository(Map.of(VARIABLE, "http://repository.invalid")),
        PATH,
        "cannot reach repository.invalid");
  }

  @Test
  void aCertificateOfUnknownIssuersIsSaidToBeOne() throws Exception {
    Path store = folder.resolve("store");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process made =
        new ProcessBuilder(
                (keytool + " -genkeypair -keyalg EC -alias a -dname CN=localhost")
                    .concat(" -ext san=dns:localhost -storepass secret -keystore " + store)
                    .split(" "))
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, "secret".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer secure =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    secure.setHttpsConfigurator(new HttpsConfigurator(context));
    secure.start();
    try {
      String mirror = "https://localhost:" + secure.getAddress().getPort();
      assertThatExceptionOfType(HubException.class)
          .isThrownBy(() -> repository(Map.of(VARIABLE, mirror)).fetch(jar(PATH), folder, listener))
          .withMessageContaining(
              "does not know who has signed the certificate of localhost;"
                  + " -Djavax.net.ssl.trustStore=FILE names")
          // Others are asked again, in vain.
          .withCauseExactlyInstanceOf(IOException.class);
    } finally {
      secure.stop(0);
    }
  }

  @Test
  void nothingIsAskedOfTheNetworkWhereThatIsForbidden() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () ->
                repository(Map.of("HF_HUB_OFFLINE", "1"))
                    .fetch(jar(PATH), folder.resolve("downloads"), listener))
        .withMessageContaining("HF_HUB_OFFLINE forbids to download it");
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(
            () -> repository(Map.of(VARIABLE, "ftp://x")).fetch(jar(PATH), folder, listener))
        .withMessage(
            "INFILL_MAVEN_REPOSITORY is 'ftp://x', which is no address of a Maven repository such"
                + " as https://repo.maven.apache.org/maven2");
    assertThat(listener.told).isEmpty();
  }
}
