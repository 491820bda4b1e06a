package dev.infill.web.cli.serve;

import dev.infill.core.FailureReason;
import dev.infill.core.InvalidInputException;
import dev.infill.core.NumberRange;
import dev.infill.core.RegularFile;
import dev.infill.web.cli.option.CommandOption;
import dev.infill.web.service.ServiceLimit;
import dev.infill.web.service.ServiceLimits;
import dev.infill.web.service.ServiceLog;
import dev.infill.web.service.ServiceOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options that make {@link ServiceOptions}. */
final class ServiceSettings {
  private static final int LARGEST_PORT = 65_535;
  private static final int SHORTEST_TOKEN = 16;
  private static final int TOKEN_FILE_BYTES = 1 << 20;
  private static final String HOST_NAME = "[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\]";
  private static final String ORIGIN = "https?://[A-Za-z0-9.\\-\\[\\]:]+";

  private final ServiceOptions defaults = ServiceOptions.defaults();
  private final CommandSpec address = CommandSpec.create();
  private final CommandSpec limits = CommandSpec.create();
  private final Access access = new Access();
  private final OptionSpec logFormat =
      CommandOption.choice("--log-format", ServiceLog.Format.class)
          .defaultValue("text")
          .description("The form of the log's lines. Default: text.")
          .build();

  /** Who may use it, and what is written down of that. */
  private static final class Access {
    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description =
            "A file with tokens of 16 characters or more, one a line, each for other clients."
                + " Requests need one of them (Authorization: Bearer …). Default: no token.")
    private @Nullable String tokenFile;

    @Option(
        names = "--no-token",
        description =
            "Let in everybody who reaches this machine. Otherwise a --host beyond it needs"
                + " --token-file.")
    private boolean forEverybody;

    @Option(
        names = "--host-name",
        paramLabel = "NAME",
        description =
            "A name beside localhost that requests may ask for, such as that of a proxy."
                + " Repeatable. With a --host beyond this machine requests may ask for an"
                + " address, too.")
    private List<String> hostNames = new ArrayList<>();

    @Option(
        names = "--cors-origin",
        paramLabel = "ORIGIN",
        description =
            "An origin, such as https://example.org, whose pages may use the API. Repeatable."
                + " Default: none.")
    private List<String> origins = new ArrayList<>();

    @Option(
        names = "--log-texts",
        description = "Write the texts of requests to the log, too. Default: no.")
    private boolean textsLogged;

    @Option(
        names = {"-q", "--quiet"},
        description = "No progress bar, no notices and no log.")
    private boolean quiet;
  }

  ServiceSettings() {
    address.addOption(
        CommandOption.value("--host", "NAME", String.class)
            .description(
                "The name or address of the interface to listen on; 0.0.0.0 for all. Default: "
                    + defaults.host()
                    + ".")
            .build());
    address.addOption(
        CommandOption.number(
            "--port", "The port to listen on; 0 for one that is free.", defaults.port()));
    address.addOption(
        CommandOption.number(
            "--grace",
            "Seconds in which the service ends; in the last 25, jobs answer with their fillings"
                + " so far.",
            (int) defaults.grace().toSeconds()));
    for (ServiceLimit limit : ServiceLimit.values()) {
      limit
          .option()
          .map(name -> CommandOption.number("--" + name, limit.sentence(), limit.fallback()))
          .ifPresent(limits::addOption);
    }
  }

  /** Returns the options by the heading that help shows them under. */
  Map<String, CommandSpec> groups() {
    Map<String, CommandSpec> groups = new LinkedHashMap<>();
    groups.put("Service", address);
    groups.put("Access and log", CommandSpec.forAnnotatedObject(access).addOption(logFormat));
    groups.put("Limits", limits);
    return groups;
  }

  boolean isForEverybody() {
    return access.forEverybody;
  }

  boolean isQuiet() {
    return access.quiet;
  }

  /**
   * Returns what a command line asks for.
   *
   * @param parsed what was given
   * @param log takes the lines of the log
   * @throws InvalidInputException if a value is out of its range, or there is no such host or file
   */
  ServiceOptions options(ParseResult parsed, Consumer<String> log) {
    String host = parsed.matchedOptionValue("--host", defaults.host());
    requireHost(host);
    access.hostNames.forEach(ServiceSettings::requireHostName);
    return defaults
        .withAddress(host, number(parsed, "port", defaults.port(), 0, LARGEST_PORT))
        .withGrace(
            Duration.ofSeconds(
                number(parsed, "grace", (int) defaults.grace().toSeconds(), 0, 86_400)))
        .withLimits(limits(parsed))
        .withTokens(tokens())
        .withHostNames(access.hostNames)
        .withOrigins(access.origins.stream().map(ServiceSettings::origin).toList())
        .withLog(
            new ServiceLog(
                access.quiet ? line -> {} : log, logFormat.getValue(), access.textsLogged));
  }

  private static ServiceLimits limits(ParseResult parsed) {
    ServiceLimits limits = ServiceLimits.defaults();
    for (ServiceLimit limit : ServiceLimit.values()) {
      Optional<Integer> given =
          limit.option().map(name -> parsed.matchedOptionValue("--" + name, null));
      if (given.isPresent()) {
        limits = limits.with(limit, given.get());
      }
    }
    return limits;
  }

  private static int number(ParseResult parsed, String name, int fallback, int least, int most) {
    return new NumberRange(least, most)
        .require(name, parsed.matchedOptionValue("--" + name, fallback));
  }

  private static void requireHost(String host) {
    try {
      InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new InvalidInputException("host", "there is no host called '" + host + "'", e);
    }
  }

  private static void requireHostName(String name) {
    if (!name.matches(HOST_NAME)) {
      throw new InvalidInputException(
          "host-name",
          "a host name is one such as infill.example.org, without a port; not '" + name + "'");
    }
  }

  /** Returns an origin as browsers send it: in lower case, without the scheme's own port. */
  private static String origin(String origin) {
    if (!origin.matches(ORIGIN)) {
      throw new InvalidInputException(
          "cors-origin",
          "an origin is a scheme and a host, such as https://example.org, without a path; not '"
              + origin
              + "'");
    }
    return origin
        .toLowerCase(Locale.ROOT)
        .replaceFirst("^(https://.*):443$", "$1")
        .replaceFirst("^(http://.*):80$", "$1");
  }

  private List<String> tokens() {
    String file = access.tokenFile;
    if (file == null) {
      return List.of();
    }
    List<String> tokens;
    try {
      Path path = Path.of(file);
      Optional<String> fault = RegularFile.fault(path, TOKEN_FILE_BYTES);
      if (fault.isPresent()) {
        throw new InvalidInputException("token-file", "'%s' %s".formatted(file, fault.get()));
      }
      tokens =
          Files.readString(path)
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .toList();
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new InvalidInputException(
          "token-file", "there is no file '%s' with a token in it".formatted(file), e);
    } catch (IOException e) {
      throw new InvalidInputException(
          "token-file",
          "the token cannot be read from '%s': %s".formatted(file, FailureReason.of(e)),
          e);
    }
    if (tokens.isEmpty()
        || !tokens.stream()
            .allMatch(token -> token.matches("[\\x21-\\x7e]{" + SHORTEST_TOKEN + ",}"))) {
      throw new InvalidInputException(
          "token-file",
          "each token in '%s', one a line, must be one word of %d or more ASCII characters"
              .formatted(file, SHORTEST_TOKEN));
    }
    return tokens;
  }
}
