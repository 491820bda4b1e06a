package dev.infill.web.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.infill.core.lab.FakeModel;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies are read as their headers say, or refused in words that name the header. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BodyHeadersTest {
  private static final String TOKENIZE = "/api/v1/tokenize";
  private static final String BODY = "{\"text\":\"the ___ ran\"}";
  private static final List<String> PATHS =
      List.of(
          "/api/v1/fill",
          "/api/v1/sample",
          "/api/v1/score",
          TOKENIZE,
          "/api/v1/metrics",
          "/api/v1/fill-mask");

  private RunningService service;

  @BeforeAll
  void start() {
    service = RunningService.of(new FakeModel(), ServiceOptions.defaults());
  }

  @AfterAll
  void stop() {
    service.close();
  }

  private HttpResponse<String> post(String path, String type, byte[] body, String... headers) {
    var request = service.request(path).header("Content-Type", type);
    for (int k = 0; k < headers.length; k += 2) {
      request.header(headers[k], headers[k + 1]);
    }
    return service.send(request.POST(BodyPublishers.ofByteArray(body)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "charset=nosuch",
        "charset=\"",
        "charset=\"\"",
        "charset=",
        "charset",
        "charset=UTF-7",
        "charset=utf-16",
        "charset=ISO-8859-1",
        "charset=\"latin1\"",
        "CHARSET = nosuch",
        "q=1; charset=nosuch",
        "x=\"a;b\"; charset=nosuch",
        "charset=utf-8; charset=nosuch"
      })
  void otherCharsetsThanUtf8AreRefused(String parameters) {
    for (String path : PATHS) {
      HttpResponse<String> answer = post(path, "application/json; " + parameters, utf8(BODY));

      assertThat(answer.statusCode()).as(path).isEqualTo(415);
      assertThat(RunningService.json(answer.body()).get("detail").asText())
          .startsWith("the body must be in UTF-8, with the header Content-Type: application/json")
          .containsIgnoringCase("charset");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON;charset=UTF-8",
        "application/json; charset=utf-8",
        "application/json; charset=\"UTF-8\"",
        "application/json ; Charset = utf8 ;",
        "application/json; profile=\"a;charset=b\""
      })
  void jsonInUtf8IsRead(String type) {
    assertThat(post(TOKENIZE, type, utf8(BODY)).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br", "deflate", "identity, gzip", "nosuch", "GZIP"})
  void packedBodiesAreRefused(String coding) {
    for (String path : PATHS) {
      HttpResponse<String> answer =
          post(path, "application/json", utf8(BODY), "Content-Encoding", coding);

      assertThat(answer.statusCode()).as(path).isEqualTo(415);
      assertThat(answer.headers().firstValue("Accept-Encoding")).hasValue("identity");
      assertThat(answer.body())
          .contains("the body must not be packed; send it without Content-Encoding: ")
          .containsIgnoringCase(coding.replace("identity, ", ""));
    }
  }

  @Test
  void anIdentityIsNoPacking() {
    assertThat(
            post(TOKENIZE, "application/json", utf8(BODY), "Content-Encoding", "identity")
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void aHeaderThatComesTwiceIsReadTwice() {
    assertThat(
            post(
                    TOKENIZE,
                    "application/json",
                    utf8(BODY),
                    "Content-Encoding",
                    "identity",
                    "Content-Encoding",
                    "gzip")
                .statusCode())
        .isEqualTo(415);
    assertThat(
            post(
                    TOKENIZE,
                    "application/json",
                    utf8(BODY),
                    "Content-Type",
                    "application/json; charset=nosuch")
                .statusCode())
        .isEqualTo(415);
  }

  @Test
  void aByteOrderMarkIsPassedOver() {
    HttpResponse<String> marked = post(TOKENIZE, "application/json", utf8("\uFEFF" + BODY));

    assertThat(marked.statusCode()).isEqualTo(200);
    assertThat(marked.body()).isEqualTo(service.post(TOKENIZE, BODY).body());
    assertThat(post(TOKENIZE, "application/json", utf8("\uFEFF\uFEFF" + BODY)).statusCode())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-16, UTF-16",
    "UTF-16LE, UTF-16",
    "UTF-16BE, UTF-16",
    "x-UTF-16LE-BOM, UTF-16",
    "UTF-32LE, UTF-32",
    "X-UTF-32BE-BOM, UTF-32"
  })
  void wideCharactersAreToldAsSuch(String charset, String told) {
    HttpResponse<String> answer =
        post(TOKENIZE, "application/json", BODY.getBytes(Charset.forName(charset)));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("the body is in " + told + "; JSON must be in UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip, chunked", "GZIP,chunked", "identity, chunked", "x, chunked"})
  void packedTransfersAreRefused(String codings) {
    String answer = service.raw(chunked("1.1", codings));

    assertThat(answer)
        .startsWith("HTTP/1.1 501")
        .containsIgnoringCase("Connection: close")
        .contains("application/problem+json")
        .containsIgnoringCase(
            "chunks here, not with Transfer-Encoding: " + codings.split(",", 2)[0]);
  }

  @Test
  void chunksAreRead() {
    assertThat(
            service.raw(
                chunked("1.1", "Chunked").replace("\r\n\r\n1", "\r\nConnection: close\r\n\r\n1")))
        .startsWith("HTTP/1.1 200");
  }

  /** Such a client may see the end of its request elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"", "Connection: keep-alive\r\n"})
  void chunksOfAnOldClientAreTheLastOnItsConnection(String header) {
    String request = chunked("1.0", "chunked").replace("Host", header + "Host");

    String answer = service.raw(request + request);

    assertThat(answer).startsWith("HTTP/1.1 200").containsOnlyOnce("HTTP/1.1 ");
  }

  private static String chunked(String version, String codings) {
    return "POST %s HTTP/%s\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: %s\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
        .formatted(TOKENIZE, version, codings, BODY.length(), BODY);
  }
}
