package dev.infill.bert.hub;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.RegularFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The environment variables of Python's {@code huggingface_hub}, read as it reads them. */
record HubEnvironment(Map<String, String> variables, Path home) {
  private static final String DEFAULT_ENDPOINT = "https://huggingface.co";
  private static final Set<String> TRUE = Set.of("1", "ON", "YES", "TRUE");

  /** A token has some 40. */
  private static final int TOKEN_BYTES = 1 << 16;

  HubEnvironment {
    variables = Map.copyOf(variables);
  }

  /** Returns the address of the hub, without a slash at its end. */
  URI endpoint() {
    return address("HF_ENDPOINT", DEFAULT_ENDPOINT, "a hub");
  }

  /**
   * Returns the address that a variable names, without a slash at its end.
   *
   * @param name the variable
   * @param standard the address if it is not set
   * @param server the kind of server, for the message of a refusal
   */
  URI address(String name, String standard, String server) {
    String given = variable(name).orElse(standard);
    String refusal =
        "%s is '%s', which is no address of %s such as %s".formatted(name, given, server, standard);
    try {
      URI address = new URI(given.replaceAll("/+$", ""));
      if (isAddress(address)) {
        return address;
      }
    } catch (URISyntaxException e) {
      throw new InvalidInputException("model", refusal, e);
    }
    throw new InvalidInputException("model", refusal);
  }

  private static boolean isAddress(URI address) {
    return address.getScheme() != null
        && Set.of("http", "https").contains(address.getScheme().toLowerCase(Locale.ROOT))
        && address.getHost() != null
        && address.getRawQuery() == null
        && address.getRawFragment() == null;
  }

  /** Returns the folder of downloaded models. */
  Path cache() {
    return first("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE")
        .map(this::path)
        .orElseGet(() -> hubHome().resolve("hub"));
  }

  /** Says whether the user forbids to use the network. */
  boolean isOffline() {
    return isTrue("HF_HUB_OFFLINE") || isTrue("TRANSFORMERS_OFFLINE");
  }

  /**
   * Returns the user's token for the hub: that of a variable, or of the file of a login.
   *
   * @throws InvalidInputException if that file is no regular file, or too large
   */
  Optional<String> token() {
    if (isTrue("HF_HUB_DISABLE_IMPLICIT_TOKEN")) {
      return Optional.empty();
    }
    Optional<String> given = first("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN").map(String::strip);
    return given.isPresent() ? given : storedToken();
  }

  private Optional<String> storedToken() {
    Path file =
        variable("HF_TOKEN_PATH").map(this::path).orElseGet(() -> hubHome().resolve("token"));
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Optional<String> fault = RegularFile.fault(file, TOKEN_BYTES);
      if (fault.isPresent()) {
        throw new InvalidInputException(
            "model",
            "the file of the token, %s, %s; HF_TOKEN can give another"
                .formatted(file, fault.get()));
      }
      return Optional.of(Files.readString(file).strip()).filter(token -> !token.isEmpty());
    } catch (IOException e) {
      throw new HubException(
          "cannot read the token in %s: %s; HF_TOKEN can give another"
              .formatted(file, FailureReason.of(e)),
          e);
    }
  }

  private Path hubHome() {
    return variable("HF_HOME")
        .map(this::path)
        .orElseGet(
            () ->
                variable("XDG_CACHE_HOME")
                    .map(this::path)
                    .orElseGet(() -> home.resolve(".cache"))
                    .resolve("huggingface"));
  }

  private Path path(String given) {
    try {
      if (given.equals("~")) {
        return home;
      }
      return given.startsWith("~/") ? home.resolve(given.substring(2)) : Path.of(given);
    } catch (InvalidPathException e) {
      throw new InvalidInputException("model", "'" + given + "' is no path of a folder", e);
    }
  }

  private boolean isTrue(String name) {
    return variable(name).map(value -> TRUE.contains(value.toUpperCase(Locale.ROOT))).orElse(false);
  }

  private Optional<String> first(String... names) {
    return Stream.of(names).flatMap(name -> variable(name).stream()).findFirst();
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
  }
}
