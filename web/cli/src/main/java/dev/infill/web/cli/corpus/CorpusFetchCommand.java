package dev.infill.web.cli.corpus;

import dev.infill.core.InvalidInputException;
import dev.infill.core.TransferListener;
import dev.infill.core.chain.Cancellation;
import dev.infill.corpora.fetch.CorpusFetcher;
import dev.infill.corpora.fetch.FetchRequest;
import dev.infill.corpora.fetch.FetchedCorpus;
import dev.infill.corpora.fetch.PublicCorpus;
import dev.infill.web.api.Choices;
import dev.infill.web.api.JsonLines;
import dev.infill.web.api.NearestNames;
import dev.infill.web.cli.console.Console;
import dev.infill.web.cli.console.ExitCode;
import dev.infill.web.cli.console.Figures;
import dev.infill.web.cli.console.Interruption;
import dev.infill.web.cli.console.ProgressDisplay;
import dev.infill.web.cli.option.OptionGroups;
import dev.infill.web.cli.option.OutputOptions;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code infill corpus fetch}: gets a public corpus. */
@Command(
    name = "fetch",
    description = "Fetch a public corpus, or go on with fetching it.",
    footer = {
      "",
      "Examples:",
      "  infill corpus fetch --list",
      "  infill corpus fetch wikitext-103 --out wiki103.txt",
      "  infill corpus fetch wikitext-103 --part valid --from wikitext-103-v1.zip \\",
      "    --out wiki103.valid.txt",
      "",
      "The archive goes to FILE.part. If fetching breaks off, the same command goes on",
      "from there. It is used only if its SHA-256 is the one recorded when the corpus",
      "was published, wherever it came from; --list shows it. Behind a proxy:",
      "INFILL_JAVA_OPTS='-Dhttps.proxyHost=HOST -Dhttps.proxyPort=PORT'.",
      "",
      "BookCorpus (tbc) is not distributed freely: infill corpus stats --reader tbc",
      "and the other commands take your own file."
    })
public final class CorpusFetchCommand implements Callable<Integer> {
  private static final Set<String> NOT_FREE =
      Set.of("tbc", "bookcorpus", "toronto-bookcorpus", "books");

  private final Console console;
  private final Interruption interruption;
  private final List<PublicCorpus> catalogue;
  private final OutputOptions output = new OutputOptions();
  private final Arguments arguments = new Arguments();

  public CorpusFetchCommand(
      Console console, Interruption interruption, List<PublicCorpus> catalogue) {
    this.console = console;
    this.interruption = interruption;
    this.catalogue = catalogue;
  }

  private static final class Arguments {
    @Parameters(
        paramLabel = "NAME",
        arity = "0..1",
        hideParamSyntax = true,
        description = "The corpus: wikitext-103 or wikitext-2.")
    private @Nullable String name;

    @Option(names = "--list", description = "List the corpora that can be fetched.")
    private boolean list;

    @Option(
        names = "--part",
        paramLabel = "PART",
        defaultValue = PublicCorpus.DEFAULT_PART,
        description = "train, valid or test. Default: ${DEFAULT-VALUE}.")
    private String part = PublicCorpus.DEFAULT_PART;

    @Option(
        names = "--from",
        paramLabel = "URL|FILE",
        description =
            "Another address of the archive, or the archive itself, got by hand. Default: the"
                + " corpus's own address.")
    private @Nullable String from;

    @Option(names = "--out", paramLabel = "FILE", description = "The file for the corpus's text.")
    private @Nullable Path out;

    @Option(names = "--force", description = "Replace the file if it is there.")
    private boolean force;
  }

  /** Returns the command with its options. */
  public CommandSpec spec() {
    CommandSpec command = CommandSpec.forAnnotatedObject(this);
    new OptionGroups()
        .add("Corpus", CommandSpec.forAnnotatedObject(arguments))
        .add("Output", output.spec())
        .applyTo(command);
    return command;
  }

  @Override
  public Integer call() throws IOException {
    if (arguments.list) {
      list();
      return ExitCode.SUCCESS;
    }
    FetchRequest request = request();
    Cancellation cancellation = interruption.beginSampling();
    try (ProgressDisplay progress = new ProgressDisplay(console, output.isQuiet())) {
      Optional<FetchedCorpus> fetched =
          new CorpusFetcher().fetch(request, listener(progress), cancellation::isCancelled);
      progress.clear();
      if (fetched.isEmpty()) {
        progress.notice("stopped; the same command goes on from there");
        return ExitCode.INTERRUPTED;
      }
      console.out().print(describe(fetched.get()));
      return ExitCode.SUCCESS;
    } finally {
      interruption.endSampling();
    }
  }

  private FetchRequest request() {
    String name = arguments.name;
    Path out = arguments.out;
    if (name == null || out == null) {
      throw new InvalidInputException(
          "name", "give a corpus and --out with a file for it, or --list to see the corpora");
    }
    PublicCorpus corpus = corpus(name);
    String from = arguments.from;
    boolean address = from != null && from.contains("://");
    return new FetchRequest(
        corpus,
        arguments.part,
        from != null && address ? uri(from) : corpus.address(),
        from == null || address ? Optional.empty() : Optional.of(Path.of(from)),
        out,
        arguments.force);
  }

  private PublicCorpus corpus(String name) {
    if (NOT_FREE.contains(name.toLowerCase(Locale.ROOT))) {
      throw new InvalidInputException(
          "name",
          "BookCorpus is not distributed freely; give your own file to the commands that read"
              + " corpora, with --reader tbc");
    }
    return catalogue.stream()
        .filter(corpus -> corpus.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "name",
                    new NearestNames(catalogue.stream().map(PublicCorpus::name).toList())
                        .unknown("corpus", name)));
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new InvalidInputException("from", "'" + text + "' is no address: " + e.getReason(), e);
    }
  }

  private static TransferListener listener(ProgressDisplay progress) {
    return new TransferListener() {
      @Override
      public void progress(Stage stage, long done, long total) {
        progress.bytes(Choices.label(stage), done, total);
      }

      @Override
      public void notice(String line) {
        progress.notice(line);
      }
    };
  }

  private void list() {
    JsonLines json = new JsonLines();
    for (PublicCorpus corpus : catalogue) {
      console
          .out()
          .print(
              output.isJson()
                  ? json.line(PublicCorpusJson.of(corpus)) + "\n"
                  : "%s  %s%n    %s%n    SHA-256 %s%n"
                      .formatted(
                          output.palette(console).strong(corpus.name()),
                          corpus.description(),
                          corpus.address(),
                          corpus.sha256()));
    }
  }

  private String describe(FetchedCorpus fetched) {
    return output.isJson()
        ? new JsonLines().line(FetchedCorpusJson.of(fetched)) + "\n"
        : "%s (%s) is in %s, %s bytes; SHA-256 of the archive as published%n"
            .formatted(
                fetched.corpus().name(),
                fetched.part(),
                fetched.file(),
                Figures.count(fetched.bytes()));
  }
}
