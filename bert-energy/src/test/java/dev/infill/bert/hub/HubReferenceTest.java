package dev.infill.bert.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.infill.core.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HubReferenceTest {
  @Test
  void whatIsNotSaidIsMain() {
    assertThat(HubReference.parse("hf:bert-large-uncased"))
        .isEqualTo(new HubReference("bert-large-uncased", "main"));
    assertThat(HubReference.parse("hf:google/bert_v2.1@refs/pr/1"))
        .isEqualTo(new HubReference("google/bert_v2.1", "refs/pr/1"));
    assertThat(HubReference.isReference("bert-base-uncased")).isFalse();
  }

  @Test
  void onlyAWholeCommitIsPinned() {
    assertThat(HubReference.parse("hf:a@" + HubServer.COMMIT).isPinned()).isTrue();
    assertThat(HubReference.parse("hf:a@0123abc").isPinned()).isFalse();
    assertThat(HubReference.parse("hf:a").isPinned()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hf:",
        "hf:/",
        "hf:a/",
        "hf:/a",
        "hf:a/b/c",
        "hf:../a",
        "hf:a..b",
        "hf:a--b",
        "hf:a b",
        "hf:.a",
        "hf:a.",
        "hf:a.git",
        "hf:a\\b",
        "hf:ä",
        "hf:a?b",
        "hf:a/..",
        "hf:@main"
      })
  void whatIsNoNameIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> HubReference.parse(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is no name of a model")
        .hasMessageContaining("give hf:NAME or hf:OWNER/NAME")
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "..", "a/../b", "/a", "a/", "a//b", "a/.b", "a b", "a@b", "a\\b", "C:a"})
  void whatIsNoRevisionIsRefusedInOneLine(String revision) {
    assertThatThrownBy(() -> HubReference.parse("hf:a@" + revision))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is no revision of a")
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bert-large-uncased", "google/bert_v2.1", "a/b-c", "a_b/c"})
  void theFolderOfADownloadLeadsBack(String repository) {
    HubReference reference = new HubReference(repository, HubServer.COMMIT);
    String snapshot =
        new HubCache(Path.of("/cache"), reference, Files::createSymbolicLink)
            .snapshot(HubServer.COMMIT)
            .toString();
    assertThat(HubReference.ofSnapshot(snapshot)).contains(reference);
    assertThat(HubReference.ofSnapshot(snapshot + "/config.json")).isEmpty();
    assertThat(HubReference.ofSnapshot("/models--a--b--c/snapshots/" + HubServer.COMMIT)).isEmpty();
    assertThat(HubReference.ofSnapshot("bert-base-uncased")).isEmpty();
  }

  @Property
  void whatIsAcceptedIsReadBackAndStaysInItsFolder(@ForAll("references") String text) {
    HubReference reference;
    try {
      reference = HubReference.parse(text);
    } catch (InvalidInputException e) {
      return;
    }
    assertThat(HubReference.parse(reference.toString())).isEqualTo(reference);
    for (String part : List.of(reference.repository(), reference.revision())) {
      Path folder = Path.of("/folder");
      Path path = folder.resolve(part).normalize();
      assertThat(path).isEqualTo(folder.resolve(part));
      assertThat(path.startsWith(folder)).isTrue();
      assertThat(path).isNotEqualTo(folder);
    }
  }

  @Provide
  Arbitrary<String> references() {
    Arbitrary<String> part =
        Arbitraries.strings().withChars("ab./-_+ \\:").withCharRange('0', '2').ofMaxLength(8);
    return Combinators.combine(part, part).as("hf:%s@%s"::formatted);
  }
}
