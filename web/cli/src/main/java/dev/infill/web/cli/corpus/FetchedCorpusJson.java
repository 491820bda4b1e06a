package dev.infill.web.cli.corpus;

import dev.infill.corpora.fetch.FetchedCorpus;

/**
 * A corpus that has been fetched.
 *
 * @param name its name
 * @param part which part of it
 * @param file the file with its text
 * @param bytes the size of that file
 * @param archiveSha256 the SHA-256 of the archive, which is the published one
 */
record FetchedCorpusJson(String name, String part, String file, long bytes, String archiveSha256) {
  static FetchedCorpusJson of(FetchedCorpus fetched) {
    return new FetchedCorpusJson(
        fetched.corpus().name(),
        fetched.part(),
        fetched.file().toString(),
        fetched.bytes(),
        fetched.corpus().sha256());
  }
}
