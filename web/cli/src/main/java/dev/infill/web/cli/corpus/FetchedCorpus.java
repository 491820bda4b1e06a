package dev.infill.web.cli.corpus;

import java.nio.file.Path;

/**
 * A corpus that is there.
 *
 * @param corpus the corpus
 * @param part which part of it
 * @param file the file with its text
 * @param bytes the size of that file
 */
record FetchedCorpus(PublicCorpus corpus, String part, Path file, long bytes) {}
