package dev.infill.web.cli.option;

import java.util.ArrayList;
import java.util.List;

/** Lists of tokens as users write them: {@code red,green}; a comma itself is {@code \,}. */
public final class CommaList {
  private CommaList() {}

  /**
   * Returns the tokens of a list, in order, stripped of white space.
   *
   * @param list tokens with commas between them; blank for none
   */
  public static List<String> parse(String list) {
    if (list.isBlank()) {
      return List.of();
    }
    List<String> tokens = new ArrayList<>();
    StringBuilder token = new StringBuilder();
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      if (c == '\\' && i + 1 < list.length() && list.charAt(i + 1) == ',') {
        token.append(',');
        i++;
      } else if (c == ',') {
        tokens.add(token.toString().strip());
        token.setLength(0);
      } else {
        token.append(c);
      }
    }
    tokens.add(token.toString().strip());
    return List.copyOf(tokens);
  }
}
