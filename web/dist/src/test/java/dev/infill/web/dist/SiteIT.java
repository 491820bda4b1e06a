package dev.infill.web.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The documents as a site, held against their Markdown. */
@EnabledIfSystemProperty(named = "site", matches = "true")
class SiteIT {
  private static final Path PROJECT = Path.of("..", "..");
  private static final Path SITE = Path.of(System.getProperty("archives")).resolve("site");

  /** Markdown files beside the pages made of them. */
  private record Page(Path source, String name) {
    Path file() {
      return SITE.resolve(name);
    }

    String html() throws IOException {
      return Files.readString(file());
    }

    /** What a reader sees, each white space one blank. */
    String text() throws IOException {
      return spaced(
          html()
              .replaceAll("<[^>]*>", "")
              .replace("&lt;", "<")
              .replace("&gt;", ">")
              .replace("&quot;", "\"")
              .replace("&#39;", "'")
              .replace("&#x27;", "'")
              .replace("&nbsp;", " ")
              .replace("&amp;", "&"));
    }
  }

  private static final List<Page> PAGES = new ArrayList<>();

  @BeforeAll
  static void pages() throws IOException {
    PAGES.add(new Page(PROJECT.resolve("README.md"), "index.html"));
    PAGES.add(new Page(PROJECT.resolve("CHANGELOG.md"), "CHANGELOG.html"));
    try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md"))
          .map(file -> new Page(file, PROJECT.relativize(file).toString().replace(".md", ".html")))
          .forEach(PAGES::add);
    }
  }

  private static String spaced(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  /** Returns what the last group of a pattern matches. */
  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult result) -> result.group(result.groupCount()))
        .distinct()
        .toList();
  }

  /** The generator expands references of its own in them, where it is not kept from doing so. */
  @Test
  void holdsAllCodeOfTheDocuments() throws IOException {
    for (Page page : PAGES) {
      String markdown = Files.readString(page.source());
      String text = page.text();
      for (String block : all("(?ms)^```\\w*\\n(.*?)^```$", markdown)) {
        for (String line : block.split("\n", -1)) {
          assertThat(text).as(page.name()).contains(spaced(line));
        }
      }
      for (String code :
          all(
              "(?s)(?<!`)(`+)(?!`)(.+?)(?<!`)\\1(?!`)",
              markdown.replaceAll("(?ms)^```.*?^```$", ""))) {
        assertThat(text).as(page.name()).contains(spaced(code));
      }
    }
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    for (Page page : PAGES) {
      String html = page.html();
      // Those in braces are of what is found, and set in the browser.
      for (String link : all("(?:href|src)=\"((?!https?:|data:|\\{\\{)[^\"]*)\"", html)) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page.file() : page.file().resolveSibling(parts[0]);
        assertThat(target).as("%s in %s", link, page.name()).exists();
        if (parts.length == 2 && !parts[1].isEmpty()) {
          assertThat(all("(?:id|name)=\"([^\"]*)\"", Files.readString(target)))
              .as("%s in %s", link, page.name())
              .contains(parts[1]);
        }
      }
      assertThat(html)
          .as(page.name())
          .doesNotContain("src=\"http")
          .doesNotContainPattern("<link[^>]* href=\"(?:https?:)?//");
    }
  }

  @Test
  void itsMenuAndItsSearchKnowEveryPage() throws IOException {
    String start = PAGES.get(0).html();
    JsonNode index = new ObjectMapper().readTree(SITE.resolve("index.json").toFile());
    for (Page page : PAGES) {
      assertThat(start).contains("href=\"" + page.name() + "\"");
      JsonNode found = index.at("/documentStore/docs").path(page.name());
      assertThat(found.path("title").asText()).as(page.name()).isNotEmpty();
      assertThat(found.path("body").asText()).as(page.name()).isNotEmpty();
    }
  }

  @Test
  void hasTheJavadocOfTheLibrary() {
    for (String type :
        List.of(
            "core/infill/Infiller",
            "core/kernel/DiscreteLangevin",
            "bert/BertModel",
            "evaluation/metrics/SelfBleu",
            "web/djl/InfillTranslatorFactory")) {
      assertThat(SITE.resolve("apidocs/dev/infill/" + type + ".html")).exists();
    }
  }
}
