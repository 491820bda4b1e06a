package dev.infill.web.cli.corpus;

import dev.infill.core.InvalidInputException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What to fetch, from where and to where. Immutable.
 *
 * @param corpus the corpus
 * @param part which part of it
 * @param address where its archive is fetched from, by HTTP or HTTPS
 * @param archive the archive, where the user has it already; nothing is fetched then
 * @param out the file for the part's text
 * @param overwrite whether that may be replaced
 */
record FetchRequest(
    PublicCorpus corpus,
    String part,
    URI address,
    Optional<Path> archive,
    Path out,
    boolean overwrite) {
  /**
   * Checks the part and the address.
   *
   * @throws InvalidInputException if the corpus has no such part, or the address is not one of HTTP
   */
  FetchRequest {
    if (!corpus.parts().containsKey(part)) {
      throw new InvalidInputException(
          "part",
          "%s has no part '%s'; it has %s"
              .formatted(
                  corpus.name(), part, String.join(", ", new TreeSet<>(corpus.partNames()))));
    }
    String scheme = String.valueOf(address.getScheme());
    if (!scheme.matches("https?") || address.getHost() == null) {
      throw new InvalidInputException(
          "from", "'" + address + "' is no address; it must begin with https:// and name a host");
    }
  }
}
