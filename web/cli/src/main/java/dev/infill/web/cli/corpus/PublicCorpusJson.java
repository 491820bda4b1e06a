package dev.infill.web.cli.corpus;

import dev.infill.corpora.fetch.PublicCorpus;
import java.util.List;

/**
 * A corpus that can be fetched.
 *
 * @param name its name
 * @param description what it is
 * @param address where its archive is
 * @param size the archive's size in bytes
 * @param sha256 the archive's SHA-256
 * @param parts the names of its parts
 */
record PublicCorpusJson(
    String name, String description, String address, long size, String sha256, List<String> parts) {
  /** Copies the parts. */
  PublicCorpusJson {
    parts = List.copyOf(parts);
  }

  static PublicCorpusJson of(PublicCorpus corpus) {
    return new PublicCorpusJson(
        corpus.name(),
        corpus.description(),
        corpus.address().toString(),
        corpus.size(),
        corpus.sha256(),
        corpus.partNames().stream().sorted().toList());
  }
}
