package dev.infill.web.api;

/**
 * A text that is to be cut into word pieces.
 *
 * @param text the text
 */
public record TextRequest(String text) {
  /**
   * Reads a request.
   *
   * @param body a JSON object with the member {@code text}
   * @throws MalformedJsonException if it is no JSON object
   * @throws dev.infill.core.InvalidInputException if it is missing or no string
   */
  public static TextRequest read(byte[] body) {
    JsonMembers members = JsonMembers.read(body, "text");
    return new TextRequest(members.require("text", members.text("text")));
  }
}
