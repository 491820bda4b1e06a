package dev.infill.bert.graph.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * The dimensions of a tensor.
 *
 * @param dimensions the dimensions, the outermost first
 */
public record Shape(List<Dimension> dimensions) {
  public static final Shape SCALAR = of();

  public Shape {
    dimensions = List.copyOf(dimensions);
  }

  public static Shape of(Dimension... dimensions) {
    return new Shape(List.of(dimensions));
  }

  public static Shape of(List<Long> extents) {
    return new Shape(extents.stream().map(Dimension::of).toList());
  }

  public int rank() {
    return dimensions.size();
  }

  /** Returns a dimension; negative axes count from the end. */
  public Dimension get(int axis) {
    return dimensions.get(axis < 0 ? axis + rank() : axis);
  }

  /** Returns the number of elements. */
  public Dimension size() {
    return dimensions.stream().reduce(Dimension.ONE, Dimension::times);
  }

  /** Returns the dimensions of an inner or outer part: from one axis to before another. */
  public Shape part(int from, int to) {
    return new Shape(dimensions.subList(from, to));
  }

  /** Returns these dimensions followed by more. */
  public Shape followedBy(Dimension... more) {
    return followedBy(of(more));
  }

  /** Returns these dimensions followed by those of another shape. */
  public Shape followedBy(Shape inner) {
    List<Dimension> all = new ArrayList<>(dimensions);
    all.addAll(inner.dimensions);
    return new Shape(all);
  }

  /** Returns these dimensions with 1 for those of some axes, which are not negative. */
  public Shape reducedAt(List<Integer> axes) {
    List<Dimension> kept = new ArrayList<>(dimensions);
    axes.forEach(axis -> kept.set(axis, Dimension.ONE));
    return new Shape(kept);
  }

  /**
   * Returns the shape that two shapes broadcast to, as NumPy and ONNX define it.
   *
   * @throws IllegalArgumentException if two dimensions differ and neither is the constant 1
   */
  public Shape broadcast(Shape other) {
    int rank = Math.max(rank(), other.rank());
    List<Dimension> result = new ArrayList<>();
    for (int axis = -rank; axis < 0; axis++) {
      Dimension mine = axis < -rank() ? Dimension.ONE : get(axis);
      Dimension yours = axis < -other.rank() ? Dimension.ONE : other.get(axis);
      if (!mine.equals(yours) && !mine.equals(Dimension.ONE) && !yours.equals(Dimension.ONE)) {
        throw new IllegalArgumentException(this + " and " + other + " do not broadcast");
      }
      result.add(mine.equals(Dimension.ONE) ? yours : mine);
    }
    return new Shape(result);
  }

  @Override
  public String toString() {
    return dimensions.toString();
  }
}
