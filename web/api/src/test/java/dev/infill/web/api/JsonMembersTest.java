package dev.infill.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.infill.core.InvalidInputException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMembersTest {
  private static byte[] utf8(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** Nobody can set switches of the library that reads JSON, nor knows its classes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":NaN}",
        "{\"a\":-INF}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":5.}",
        "{\"a\":01}",
        "{\"a\":1e}",
        "{\"a\":0x10}",
        "{\"a\":tru}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":'b'}",
        "{\"a\":1,}",
        "{\"a\":[1,]}",
        "{\"a\":[,1]}",
        "{\"a\" 1}",
        "{\"a\":1} {}",
        "{\"a\":1} x",
        "{\"a\":1}]",
        "{\"a\":1,\"a\":2}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\ud8\"}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\u0000\"}",
        "{\"a\":\u00a01}",
        "/* c */{}",
        "// c",
        "# c",
        "{\"a\":1",
        "{\"a\":",
        "{\"a",
        "[1",
        "]",
        "}",
        ","
      })
  void messagesNameNoSwitchOfTheLibrary(String json) {
    for (String text : new String[] {json, "{\"b\":[" + json + "]}", json + "\n" + json}) {
      Throwable ofBody = catchThrowable(() -> JsonMembers.read(utf8(text), "a", "b"));
      Throwable ofLine = catchThrowable(() -> JsonMembers.readLine(utf8(text)));
      for (Throwable refusal : new Throwable[] {ofBody, ofLine}) {
        assertThat(refusal).isInstanceOf(MalformedJsonException.class);
        assertThat(refusal.getMessage())
            .contains("is no JSON: ")
            .doesNotContain("`", "Feature", "fasterxml", "java", "Source", "_", "(C", " )", "  ")
            .doesNotContainIgnoringCase("enable")
            .hasSizeGreaterThan(25)
            .doesNotContain("it is malformed");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":NaN} | unrecognized token 'NaN' (line 1, column 9)",
        "{\"a\":1} {} | something follows its end (line 1, column 9)",
        "{\"a\":1,\"a\":2} | the member 'a' is there twice (line 1, column 11)",
        "{\"a\":1 | it ends before the bracket of line 1, column 1 is closed (line 1, column 7)",
        "{\"a\": | it ends in the middle (line 1, column 6)",
        "{\"a\":1] | ] stands where } is due (line 1, column 7)",
        "{\"a\" 1} | a colon is missing before 1 (line 1, column 6)",
        "{\"a\":1 \"b\":2} | a comma is missing before \" (line 1, column 8)",
        "{a:1} | a name in double quotes is due where a stands (line 1, column 2)",
        "{\"a\":.5} | a value is due where . stands (line 1, column 6)",
        "{\"a\":5.} | a number cannot go on with } (line 1, column 7)",
        "{\"a\":01} | a number cannot begin with 0 and a digit (line 1, column 7)",
        "{\"a\":+1} | a number has no plus sign (line 1, column 7)",
        "{“a”:1} | a name in double quotes is due where “ stands (line 1, column 2)",
        "{\"a\"“b”} | a colon is missing before “ (line 1, column 5)",
        "{\"a\":1}} | } closes nothing (line 1, column 8)",
        "{\"a\":\"\\x\"} | there is no escape \\x (line 1, column 8)"
      })
  void messagesSayWhatIsWrongAndWhere(String json, String message) {
    assertThatThrownBy(() -> JsonMembers.read(utf8(json), "a"))
        .hasMessage("the body is no JSON: " + message);
  }

  @Test
  void whatIsQuotedStaysOnOneLineAndShort() {
    String member = "\"" + "x\\n".repeat(100) + "\":1";
    assertThatThrownBy(() -> JsonMembers.read(utf8("{%s,%s}".formatted(member, member))))
        .hasMessageStartingWith(
            "the body is no JSON: the member '%s…' is there twice".formatted("x?".repeat(30)));
    assertThatThrownBy(() -> JsonMembers.read(utf8("{\"a\":\"\\\n\"}")))
        .hasMessageStartingWith(
            "the body is no JSON: \\ stands before a character that has no escape (");
  }

  @Test
  void aSettingBesideTheSettingsIsToldWhereItBelongs() {
    assertThatThrownBy(() -> JsonMembers.read(utf8("{\"maxPasses\":3}"), "text", "settings"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("'maxPasses' is a setting: write {\"settings\": {\"maxPasses\": …}}");
  }

  @Test
  void limitsAreToldAsNumbers() {
    assertThatThrownBy(() -> JsonMembers.read(utf8("[".repeat(2_000))))
        .hasMessageContaining("it is nested more than 1000 deep");
    assertThatThrownBy(() -> JsonMembers.read(utf8("{\"a\":" + "1".repeat(2_000) + "}")))
        .hasMessageContaining("Number value of more than 1000 characters");
  }

  @Test
  void aLineThatAnObjectGoesOnBehindIsToldAsSuch() {
    assertThatThrownBy(() -> JsonMembers.readLine(utf8("  \"text\": \"a\",\n{")))
        .isInstanceOf(MalformedJsonException.class);
    assertThatThrownBy(() -> JsonMembers.readLine(utf8("{")))
        .hasMessage(
            "the line is no JSON: its JSON goes on behind the end of the line, as where each object"
                + " is written over several lines; JSON lines have one object a line (jq -c . FILE"
                + " puts each on one)");
  }
}
