package dev.infill.web.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.infill.core.InvalidInputException;
import dev.infill.core.fill.FillResult;
import dev.infill.core.infill.Infiller;
import dev.infill.core.lab.FakeModel;
import dev.infill.core.sampler.Settings;
import dev.infill.core.task.FillSettings;
import dev.infill.core.text.CharSpan;
import dev.infill.core.text.FilledText;
import dev.infill.core.text.TextTerm;
import dev.infill.core.text.WeightedTerm;
import dev.infill.corpora.ClassPathModels;
import dev.infill.web.cli.CommandHarness.Outcome;
import dev.infill.web.cli.option.ModelLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import opennlp.tools.models.ModelType;
import opennlp.tools.postag.POSModel;
import opennlp.tools.postag.POSTagFormat;
import opennlp.tools.postag.POSTaggerME;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the README shows is what there is. */
class ReadmeTest {
  /** Surefire runs in the folder of the module. */
  private static final Path PROJECT = Path.of("..", "..");

  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z0-9-]*");
  private static final Pattern COMMAND_OF_TABLE = Pattern.compile("\\| `(\\./infill [^`]+)` \\|");
  private static final Pattern GROUPED_COMMAND =
      Pattern.compile("infill (corpus|evaluate|lab|model) [a-z-]+");

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern ONE_WORD_DEFAULT = Pattern.compile(".*Default: (\\S+)\\.");

  private static final Pattern DECLARATION = Pattern.compile("public (class |record )");

  /** Of sha256sum, Docker and Optimum. */
  private static final List<String> OPTIONS_OF_OTHERS =
      List.of("--check", "--detach", "--file", "--read-only", "--rm", "--tmpfs", "--task");

  private final CommandHarness harness = new CommandHarness();
  private final ModelLoader models =
      options -> {
        throw new InvalidInputException("model", "far enough");
      };

  /** The README and all files below docs, by their paths there. */
  private final Map<String, String> documents = new TreeMap<>();

  private final String readme;

  ReadmeTest() throws IOException {
    for (Path document : documents()) {
      String name = PROJECT.relativize(document).toString().replaceFirst("^docs/", "");
      documents.put(name, Files.readString(document));
    }
    readme = document("README.md");
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
      return Stream.concat(
              Stream.of(PROJECT.resolve("README.md")),
              docs.filter(file -> file.toString().matches(".*\\.(md|ipynb)")))
          .toList();
    }
  }

  private String document(String name) {
    return requireNonNull(documents.get(name), name);
  }

  /** Returns the command lines of all documents, without the ends of lines that a shell skips. */
  private List<String> commandLines() {
    return Stream.concat(
            documents.values().stream()
                .flatMap(document -> blocks(document, "sh").stream())
                .map(block -> block.replaceAll("\\\\\n *", ""))
                .flatMap(String::lines)
                .map(String::strip)
                .filter(line -> line.startsWith("./infill")),
            COMMAND_OF_TABLE.matcher(readme).results().map(command -> command.group(1)))
        .toList();
  }

  @Test
  void itsJavaCompiles(@TempDir Path classes) throws IOException {
    List<String> examples = new ArrayList<>(blocks("java"));
    assertThat(examples).hasSize(2);
    examples.addAll(javaOfTheLibrary());
    assertThat(examples).hasSize(6);
    for (String example : examples) {
      compile(example, classes);
    }
  }

  /** Returns the examples of java.md, but for those of DJL, which its module compiles. */
  private List<String> javaOfTheLibrary() {
    String page = document("java.md");
    return blocks(page.substring(0, page.indexOf("\n## Deep Java Library")), "java");
  }

  private static void compile(String example, Path classes) {
    StringWriter messages = new StringWriter();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                messages,
                null,
                null,
                List.of(
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path")),
                null,
                List.of(source(example)))
            .call();
    assertThat(compiled).as("%s%n%s", example, messages).isTrue();
  }

  @Test
  void itsTermOfPartsOfSpeechDecidesTheList(@TempDir Path classes) throws Exception {
    String term =
        javaOfTheLibrary().stream()
            .filter(example -> example.contains("PartOfSpeechTerm"))
            .findFirst()
            .orElseThrow();
    compile(term, classes);
    POSModel model = ClassPathModels.english(ModelType.POS_GENERIC, POSModel.class).orElseThrow();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Constructor<?> constructor =
          loader.loadClass("PartOfSpeechTerm").getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      TextTerm noun =
          (TextTerm) constructor.newInstance(new POSTaggerME(model, POSTagFormat.UD), 0, "NOUN");

      String text = "the old man can run .";
      assertThat(
              noun.values(
                  List.of(
                      new FilledText(text, List.of(new CharSpan(4, 7))),
                      new FilledText(text, List.of(new CharSpan(8, 11))))))
          .containsExactly(0.0, 1.0);
      FillResult result =
          new Infiller(FakeModel.readingMasks(() -> {}))
              .fill(
                  "the [MASK] ran , ___",
                  FillSettings.defaults()
                      .with(Settings.SEED, OptionalLong.of(7))
                      .withTerms(List.of(new WeightedTerm("noun", 20, noun))));
      assertThat(result.fillings().get(0).text()).startsWith("the man ran");
    }
  }

  private static JavaFileObject source(String example) {
    // Where an example has imports, they are all that it needs.
    Predicate<String> isImport = line -> line.startsWith("import ");
    String own = example.lines().filter(isImport).collect(Collectors.joining("\n"));
    String imports =
        own.isEmpty() ? "import dev.infill.core.sampler.*; import dev.infill.core.task.*;" : own;
    String statements = example.lines().filter(isImport.negate()).collect(Collectors.joining("\n"));
    // A class of its own needs none around it, and no file of its name.
    String body =
        DECLARATION.matcher(statements).find()
            ? DECLARATION.matcher(statements).replaceFirst("$1")
            : "class Example { void run() { %s } }".formatted(statements);
    String program = imports + "\n" + body;
    return new SimpleJavaFileObject(
        URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return program;
      }
    };
  }

  @Test
  void itsFirstExampleIsShorterThanTenLines() {
    assertThat(blocks("java").get(0).lines().filter(line -> !line.startsWith("import ")))
        .hasSizeLessThan(10);
  }

  @Test
  void itsCommandLinesComeAsFarAsTheModel(@TempDir Path folder) throws IOException {
    Path tbc = TinyCorpora.write(folder).tbc();
    for (String same : List.of("wiki103.txt", "mine.txt", "corpus.txt")) {
      Files.copy(tbc, folder.resolve(same));
    }
    Path texts = Files.writeString(folder.resolve("texts.jsonl"), "{\"text\": \"the ___ ran\"}\n");
    List<String> lines =
        commandLines().stream()
            // It needs the real model.
            .filter(line -> !line.startsWith("./infill model "))
            // It needs no model, and has tests of its own.
            .filter(line -> !line.startsWith("./infill corpus "))
            // Those have tests of their own.
            .filter(line -> !line.startsWith("./infill serve"))
            .filter(line -> !line.startsWith("./infill lab"))
            .toList();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(50);
    for (String line : lines) {
      String[] words = words(line.replaceAll("(big|some)\\.jsonl", texts.toString()), folder);
      Outcome outcome = harness.loader(models).run(words);
      if (List.of(words).contains("metrics")) {
        assertThat(outcome.exitCode()).as("%s: %s", line, outcome.err()).isZero();
      } else {
        assertThat(outcome.err()).as(line).isEqualTo("infill: far enough\n");
      }
    }
  }

  @Test
  void itsServicesComeAsFarAsTheModel(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("token.txt"), "correct-horse-battery");
    List<String> lines =
        commandLines().stream().filter(line -> line.startsWith("./infill serve")).toList();
    assertThat(lines).hasSizeGreaterThanOrEqualTo(3);
    for (String line : lines) {
      // On a port that is free.
      String[] words = words(line.replace("--port 8080", "") + " --port 0", folder);
      assertThat(harness.loader(models).run(words).err())
          .as(line)
          .isEqualTo("infill: far enough\n");
    }
  }

  @Test
  void itsRequestsAreAnswered() throws Exception {
    assumeTrue(
        Stream.of("/usr/bin/curl", "/bin/curl").anyMatch(curl -> Files.isExecutable(Path.of(curl))),
        "skipped: there is no curl here");
    List<String> scripts =
        documents.values().stream()
            .flatMap(document -> blocks(document, "sh").stream())
            .filter(block -> block.contains("localhost:8080"))
            .toList();
    assertThat(scripts).hasSizeGreaterThanOrEqualTo(5);
    try (ServedCommand served = ServedCommand.start(harness, "serve", "--port", "0")) {
      for (String script : scripts) {
        Process shell =
            new ProcessBuilder(
                    "bash",
                    "-ec",
                    "curl() { command curl --silent --show-error --fail-with-body \"$@\"; }\n"
                        + script.replace("http://localhost:8080/", served.uri().toString()))
                .redirectErrorStream(true)
                .start();
        String answer = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as("%s%n%s", script, answer).isZero();
        assertThat(answer).as(script).contains("{").doesNotContain("event: problem");
      }
    }
  }

  @Test
  void theClientInPythonIsAnswered() throws Exception {
    assumeTrue(
        Stream.of("/usr/bin/python3", "/usr/local/bin/python3")
            .anyMatch(python -> Files.isExecutable(Path.of(python))),
        "skipped: there is no Python here");
    String client = blocks(document("java.md"), "python").get(0);
    try (ServedCommand served = ServedCommand.start(harness, "serve", "--port", "0")) {
      String url = served.uri().toString().replaceFirst("/$", "");
      Process python =
          new ProcessBuilder("python3", "-c", client.replace("http://localhost:8080", url))
              .redirectErrorStream(true)
              .start();
      String answer = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(python.waitFor()).as(answer).isZero();
      assertThat(answer).containsPattern("(?m)^\\d+\\.\\d %  the old \\w+ walked");
    }
  }

  /** Returns the arguments as a shell would: texts from standard input, corpora in a folder. */
  private static String[] words(String line, Path folder) {
    String command = line.replaceFirst(" > .*", "").replaceFirst("^\\./infill ", "");
    return Pattern.compile("\"([^\"]*)\"|(\\S+)")
        .matcher(command)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .map(word -> word.equals("texts.txt") ? "-" : word)
        .map(word -> word.endsWith(".txt") ? folder.resolve(word).toString() : word)
        .toArray(String[]::new);
  }

  @Test
  void everyOptionItNamesExists() {
    Set<String> known = new TreeSet<>(OPTIONS_OF_OTHERS);
    harness.commands().forEach(command -> known.addAll(command.optionsMap().keySet()));

    documents.forEach(
        (name, document) ->
            assertThat(known)
                .as(name)
                .containsAll(OPTION.matcher(document).results().map(MatchResult::group).toList()));
  }

  @Test
  void everyCommandOfAGroupThatItNamesExists() {
    Set<String> known =
        harness.commands().stream()
            .map(CommandSpec::qualifiedName)
            .map(name -> name.replaceFirst("^.*infill ", "infill "))
            .collect(Collectors.toSet());

    documents.forEach(
        (name, document) ->
            assertThat(known)
                .as(name)
                .containsAll(
                    GROUPED_COMMAND.matcher(document).results().map(MatchResult::group).toList()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fill", "sample"})
  void theTableHoldsEveryOptionAndItsDefault(String name) {
    Map<String, String> defaults = new TreeMap<>();
    for (String row : tableRows(name + ".md")) {
      // A cell may hold an escaped bar.
      List<String> cells = List.of(row.split("(?<!\\\\)\\|", -1));
      OPTION
          .matcher(cells.get(1))
          .results()
          .forEach(option -> defaults.put(option.group(), cells.get(3).strip()));
    }

    List<OptionSpec> options =
        command(name).options().stream().filter(option -> !option.usageHelp()).toList();
    assertThat(defaults.keySet())
        .containsExactlyInAnyOrderElementsOf(
            options.stream().map(OptionSpec::longestName).toList());
    for (OptionSpec option : options) {
      Matcher stated =
          ONE_WORD_DEFAULT.matcher(
              String.join(" ", option.description())
                  .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValue())));
      if (stated.matches()) {
        assertThat(defaults).containsEntry(option.longestName(), stated.group(1));
      }
    }
  }

  @Test
  void everyLinkOfTheDocumentsLeadsSomewhere() throws IOException {
    for (Path document : documents()) {
      List<String> links =
          LINK.matcher(Files.readString(document))
              .results()
              .map(link -> link.group(1))
              .filter(link -> !link.startsWith("http"))
              .toList();
      for (String link : links) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
        assertThat(target).as("%s in %s", link, document).exists();
        if (parts.length == 2) {
          assertThat(anchors(target)).as("%s in %s", link, document).contains(parts[1]);
        }
      }
    }
  }

  /** Returns the anchors of headings, as pages of Markdown have them. */
  private static List<String> anchors(Path document) throws IOException {
    return Files.readAllLines(document).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void itIsShort() {
    assertThat(readme.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(7 * 1024);
  }

  private CommandSpec command(String name) {
    return harness.commands().stream()
        .filter(command -> command.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private List<String> tableRows(String document) {
    List<String> rows =
        document(document)
            .lines()
            .dropWhile(line -> !line.startsWith("| option |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    assertThat(rows).isNotEmpty();
    return rows;
  }

  private List<String> blocks(String language) {
    return blocks(readme, language);
  }

  private static List<String> blocks(String document, String language) {
    return Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
        .matcher(document)
        .results()
        .map(block -> block.group(1))
        .toList();
  }
}
