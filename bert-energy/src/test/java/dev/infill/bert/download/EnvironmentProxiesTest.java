package dev.infill.bert.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentProxiesTest {
  private static final URI HUB = URI.create("https://huggingface.co/a");

  private static String proxy(Map<String, String> variables, URI target) {
    Proxy proxy = new EnvironmentProxies(variables).select(target).get(0);
    return proxy.address() == null
        ? "none"
        : proxy.address().toString().replace("/<unresolved>", "");
  }

  @Test
  void eachSchemeHasItsProxy() {
    Map<String, String> variables =
        Map.of("HTTPS_PROXY", "http://secure:3128", "HTTP_PROXY", "plain:8080");
    assertThat(proxy(variables, HUB)).isEqualTo("secure:3128");
    assertThat(proxy(variables, URI.create("http://mirror/a"))).isEqualTo("plain:8080");
    assertThat(proxy(Map.of("all_proxy", "http://any"), HUB)).isEqualTo("any:80");
    assertThat(proxy(Map.of("https_proxy", "http://lower:1", "HTTPS_PROXY", "upper:2"), HUB))
        .isEqualTo("lower:1");
    assertThat(proxy(Map.of("HTTPS_PROXY", ""), HUB)).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource({
    "huggingface.co, none",
    "'other, HuggingFace.co', none",
    ".co, none",
    "*.huggingface.co, none",
    "*, none",
    "face.co, proxy:1",
    "hub.huggingface.co, proxy:1",
    "huggingface.co:8443, proxy:1",
    "'', proxy:1"
  })
  void someHostsHaveNone(String exceptions, String expected) {
    assertThat(proxy(Map.of("HTTPS_PROXY", "http://proxy:1", "NO_PROXY", exceptions), HUB))
        .isEqualTo(expected);
  }

  @Test
  void aPortCanBeExcepted() {
    Map<String, String> variables =
        Map.of("HTTPS_PROXY", "http://proxy:1", "no_proxy", "mirror:8443");
    assertThat(proxy(variables, URI.create("https://mirror:8443/a"))).isEqualTo("none");
    assertThat(proxy(variables, URI.create("https://mirror/a"))).isEqualTo("proxy:1");
  }

  @Test
  void credentialsAreThoseOfTheAddress() {
    EnvironmentProxies proxies =
        new EnvironmentProxies(Map.of("HTTPS_PROXY", "http://me:p%40ss@proxy:1"));
    // RFC 7617: base64 of "me:p@ss".
    assertThat(proxies.authorization(HUB)).contains("Basic bWU6cEBzcw==");
    assertThat(new EnvironmentProxies(Map.of("HTTPS_PROXY", "http://proxy:1")).authorization(HUB))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"socks5://secret@proxy:1", "http://", "http://secret word"})
  void whatIsNoProxyIsRefusedWithoutBeingRepeated(String address) {
    assertThatThrownBy(() -> proxy(Map.of("HTTPS_PROXY", address), HUB))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("cannot be used: give http://HOST:PORT")
        .hasMessageNotContaining("secret");
  }
}
