package dev.infill.bert.hub;

import dev.infill.core.InvalidInputException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model on the hub, in one state.
 *
 * @param repository {@code name} or {@code owner/name}
 * @param revision a branch, a tag, a reference such as {@code refs/pr/1}, or a commit
 */
public record HubReference(String repository, String revision) {
  /** The beginning of a reference as text. */
  public static final String PREFIX = "hf:";

  private static final String DEFAULT_REVISION = "main";
  private static final String NAME = "[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,94}[A-Za-z0-9_])?";
  private static final Pattern REPOSITORY = Pattern.compile("(?:" + NAME + "/)?" + NAME);
  private static final Pattern REVISION =
      Pattern.compile("[A-Za-z0-9_](?:[A-Za-z0-9_.+/-]*[A-Za-z0-9_.+-])?");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");
  private static final Pattern SNAPSHOT =
      Pattern.compile(
          ".*[/\\\\]models--((?:%1$s--)?%1$s)[/\\\\]snapshots[/\\\\]([0-9a-f]{40})"
              .formatted("[A-Za-z0-9_](?:(?:(?!--)[A-Za-z0-9_.-])*[A-Za-z0-9_])?"));

  /**
   * Checks both parts, as they become parts of paths.
   *
   * @throws InvalidInputException for field {@code model} if one is not of its form
   */
  public HubReference {
    boolean named =
        REPOSITORY.matcher(repository).matches()
            && !repository.contains("--")
            && !repository.contains("..")
            && !repository.endsWith(".git");
    if (!named) {
      throw new InvalidInputException(
          "model",
          "'%s' is no name of a model on the Hugging Face hub: give %sNAME or %<sOWNER/NAME, and @REVISION after it if it is not %s"
              .formatted(repository, PREFIX, DEFAULT_REVISION));
    }
    boolean revisionNamed =
        REVISION.matcher(revision).matches()
            && !revision.contains("..")
            && !revision.contains("//")
            && !revision.contains("/.");
    if (!revisionNamed) {
      throw new InvalidInputException(
          "model",
          "'%s' is no revision of %s: give a branch, a tag, refs/pr/N or a commit of 40 hexadecimal digits"
              .formatted(revision, repository));
    }
  }

  /**
   * Says whether a text is meant as a reference.
   *
   * @param text a user's name of a model
   */
  public static boolean isReference(String text) {
    return text.startsWith(PREFIX);
  }

  /**
   * Reads a reference.
   *
   * @param text {@code hf:NAME} or {@code hf:OWNER/NAME}, then perhaps {@code @REVISION}, which
   *     else is the branch {@code main}
   * @throws InvalidInputException for field {@code model} if it is not of this form
   */
  public static HubReference parse(String text) {
    String rest = isReference(text) ? text.substring(PREFIX.length()) : text;
    int at = rest.indexOf('@');
    return at < 0
        ? new HubReference(rest, DEFAULT_REVISION)
        : new HubReference(rest.substring(0, at), rest.substring(at + 1));
  }

  /**
   * Returns the model that was downloaded into a folder.
   *
   * @param folder a folder such as {@link ModelHub#fetch} returns
   * @return the model at its commit; empty if it is no such folder
   */
  public static Optional<HubReference> ofSnapshot(String folder) {
    Matcher matcher = SNAPSHOT.matcher(folder);
    return matcher.matches()
        ? Optional.of(new HubReference(matcher.group(1).replaceFirst("--", "/"), matcher.group(2)))
        : Optional.empty();
  }

  static boolean isCommit(String revision) {
    return COMMIT.matcher(revision).matches();
  }

  /** Says whether the revision is a commit, which never changes. */
  boolean isPinned() {
    return isCommit(revision);
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    return PREFIX + repository + (revision.equals(DEFAULT_REVISION) ? "" : "@" + revision);
  }
}
