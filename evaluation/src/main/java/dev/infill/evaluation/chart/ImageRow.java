package dev.infill.evaluation.chart;

import java.util.List;

/**
 * Black and white images beside each other, below a name.
 *
 * @param name what they are
 * @param columns pixels of a line, at least 1
 * @param images their pixels line by line, 1 where there is ink; what does not fit into the drawing
 *     is left out
 */
public record ImageRow(String name, int columns, List<int[]> images) {
  /** The width of an image, in the units of the drawing. */
  static final int WIDTH = 56;

  /** Copies the list. */
  public ImageRow {
    images = List.copyOf(images);
    if (columns < 1) {
      throw new IllegalArgumentException("images of " + columns + " columns");
    }
  }

  /** Returns how high they are, in the units of the drawing. */
  int height() {
    return images.stream().mapToInt(this::height).max().orElse(0);
  }

  /** Returns how high one of them is. */
  int height(int[] pixels) {
    return WIDTH * pixels.length / columns / columns;
  }

  /** Returns the outline of an image's ink, in pixels: a rectangle for each run of a line. */
  String outline(int[] pixels) {
    StringBuilder outline = new StringBuilder();
    for (int begin = 0; begin < pixels.length; ) {
      int lineEnd = begin - begin % columns + columns;
      int end = begin;
      while (end < lineEnd && end < pixels.length && pixels[end] == 1) {
        end++;
      }
      if (end > begin) {
        outline
            .append('M')
            .append(begin % columns)
            .append(' ')
            .append(begin / columns)
            .append('h')
            .append(end - begin)
            .append("v1h-")
            .append(end - begin)
            .append('z');
      }
      begin = Math.max(end, begin + 1);
    }
    return outline.toString();
  }
}
