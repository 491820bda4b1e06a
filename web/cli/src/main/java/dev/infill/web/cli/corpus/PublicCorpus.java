package dev.infill.web.cli.corpus;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A corpus that may be fetched: a zip archive at a public address.
 *
 * @param name its name, such as {@code wikitext-103}
 * @param description one line: what it is and under what licence
 * @param address where the archive is
 * @param size the archive's size in bytes
 * @param sha256 the archive's SHA-256, in 64 lower-case hexadecimal digits
 * @param parts the entries of the archive that hold text, by the names of the corpus's parts
 */
public record PublicCorpus(
    String name,
    String description,
    URI address,
    long size,
    String sha256,
    Map<String, String> parts) {
  /** The part that is fetched unless another is named. */
  public static final String DEFAULT_PART = "train";

  private static final List<String> WIKITEXT_PARTS = List.of(DEFAULT_PART, "valid", "test");

  /** Copies the parts. */
  public PublicCorpus {
    parts = Map.copyOf(parts);
    if (!sha256.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("'" + sha256 + "' is no SHA-256");
    }
  }

  /**
   * Returns the corpora known to be free.
   *
   * <p>The archives of WikiText were published in a bucket that is closed now; the address is that
   * of their author, Stephen Merity, who serves the same files. Sizes and SHA-256 are those that
   * Hugging Face recorded of the first publication (huggingface/datasets, {@code
   * datasets/wikitext/dataset_infos.json}, {@code download_checksums}).
   */
  public static List<PublicCorpus> catalogue() {
    return List.of(
        wikiText(
            "wikitext-103",
            "103 million words of good Wikipedia articles, 181 MiB to fetch, 515 MiB of text;"
                + " CC BY-SA",
            190_229_076L,
            "242ba0f20b329cfdf1ccc61e9e9e5b59becf189db7f7a81cd2a0e2fc31539590"),
        wikiText(
            "wikitext-2",
            "2 million words of the same kind, 4 MiB to fetch, 10 MiB of text; CC BY-SA",
            4_475_746L,
            "92675f1d63015c1c8b51f1656a52d5bdbc33aafa60cc47a218a66e7ee817488c"));
  }

  private static PublicCorpus wikiText(String name, String description, long size, String sha256) {
    return new PublicCorpus(
        name,
        description,
        URI.create("https://wikitext.smerity.com/" + name + "-v1.zip"),
        size,
        sha256,
        WIKITEXT_PARTS.stream()
            .collect(Collectors.toMap(part -> part, part -> name + "/wiki." + part + ".tokens")));
  }

  /** Returns the names of the parts. */
  public Set<String> partNames() {
    return parts.keySet();
  }

  /** Returns the archive's own name. */
  public String archiveName() {
    String path = address.getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
