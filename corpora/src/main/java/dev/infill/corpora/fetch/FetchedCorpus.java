package dev.infill.corpora.fetch;

import java.nio.file.Path;

/**
 * A corpus that is there.
 *
 * @param corpus the corpus
 * @param part which part of it
 * @param file the file with its text
 * @param bytes the size of that file
 */
public record FetchedCorpus(PublicCorpus corpus, String part, Path file, long bytes) {}
