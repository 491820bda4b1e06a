package dev.infill.bert.hub;

import java.util.List;

/**
 * What a repository holds at a commit.
 *
 * @param commit the commit, 40 hexadecimal digits
 * @param files the paths of the files
 */
record RepositoryListing(String commit, List<String> files) {
  RepositoryListing {
    files = List.copyOf(files);
  }
}
