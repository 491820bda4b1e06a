package dev.infill.evaluation.table;

import dev.infill.evaluation.statistics.Estimate;
import dev.infill.evaluation.statistics.Interval;
import dev.infill.evaluation.statistics.Mean;
import dev.infill.evaluation.statistics.SignTest;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A column of a {@link Table}: its headings and the type of its values. People read a value rounded
 * as the column says; files have all digits, unless the column is {@link #fixed}.
 *
 * @param group a heading over this and neighbouring columns of the same group; empty for none
 * @param name its heading for people
 * @param key its name in CSV and JSON
 * @param type what its values are
 */
public record Column(String group, String name, String key, Type type) {
  /**
   * The type of the values of a column, and how they are printed.
   *
   * @param numeric whether they are figures, which stand below each other
   * @param parts what a file calls the parts of a value; one where it is not divided
   * @param shown a value as people read it
   * @param filed the parts of a value as a file has them: texts and numbers
   */
  record Type(
      boolean numeric,
      List<String> parts,
      Function<Object, Cell> shown,
      Function<Object, List<Object>> filed) {
    private static Type number(Function<Double, String> shown) {
      return new Type(
          true,
          List.of("value"),
          value -> new Cell(shown.apply(number(value)), ""),
          value -> List.of(number(value)));
    }

    private static double number(Object value) {
      if (value instanceof Number number) {
        return number.doubleValue();
      }
      throw new IllegalArgumentException("no number: " + value);
    }

    private static Type estimate(Function<Double, String> shown, int intervalDigits) {
      return new Type(
          true,
          List.of("estimate", "low", "high"),
          value -> {
            Estimate estimate = asEstimate(value);
            boolean told = value instanceof Estimate && estimate.defined();
            return new Cell(
                shown.apply(estimate.value()),
                told ? Figures.interval(estimate, intervalDigits) : "");
          },
          value -> {
            Estimate estimate = asEstimate(value);
            return List.of(
                estimate.value(),
                estimate.interval().map(Interval::low).orElse(Double.NaN),
                estimate.interval().map(Interval::high).orElse(Double.NaN));
          });
    }

    private static Estimate asEstimate(Object value) {
      return value instanceof Estimate estimate
          ? estimate
          : new Estimate(number(value), Optional.empty());
    }

    /** Returns the median, the least and the most of some numbers; NaN if one is undefined. */
    private static List<Double> spread(List<?> numbers) {
      double[] sorted = numbers.stream().mapToDouble(Type::number).sorted().toArray();
      int last = sorted.length - 1;
      return last < 0 || Double.isNaN(sorted[last])
          ? List.of(Double.NaN, Double.NaN, Double.NaN)
          : List.of((sorted[last / 2] + sorted[(last + 1) / 2]) / 2, sorted[0], sorted[last]);
    }

    private static Mean asMean(Object value) {
      return value instanceof Mean mean ? mean : new Mean(number(value), Double.NaN);
    }
  }

  private Column(String name, Type type) {
    this("", name, name, type);
  }

  /** Returns a column of words: of anything that says in words what it is. */
  public static Column text(String name) {
    return new Column(
        name,
        new Type(
            false,
            List.of("value"),
            value -> new Cell(value.toString(), ""),
            value -> List.of(value.toString())));
  }

  /** Returns a column of whole numbers, integers or longs. */
  public static Column integer(String name) {
    return new Column(
        name,
        new Type(
            true,
            List.of("value"),
            value -> new Cell(Figures.decimal(Type.number(value), 0), ""),
            value -> List.of(((Number) value).longValue())));
  }

  /** Returns a column of numbers, shown with a number of digits after the point. */
  public static Column number(String name, int digits) {
    return new Column(name, Type.number(value -> Figures.decimal(value, digits)));
  }

  /** Returns a column of settings, shown with the decimals that they need, up to a number. */
  public static Column setting(String name, int digits) {
    return new Column(name, Type.number(value -> Figures.shortest(value, digits)));
  }

  /** Returns a column of numbers that are rounded to a number of decimals in files as well. */
  public static Column fixed(String name, int digits) {
    Type shown = Type.number(value -> Figures.decimal(value, digits));
    return new Column(
        name,
        new Type(
            true,
            shown.parts(),
            shown.shown(),
            value -> {
              double number = Type.number(value);
              return List.of(
                  Double.isFinite(number)
                      ? BigDecimal.valueOf(number).setScale(digits, RoundingMode.HALF_UP)
                      : number);
            }));
  }

  /**
   * Returns a column of {@link Estimate}s, each with its interval; a number has none.
   *
   * @param name the heading
   * @param digits how many digits after the point are shown of the estimate
   * @param intervalDigits how many are shown of the ends of the interval
   */
  public static Column estimate(String name, int digits, int intervalDigits) {
    return new Column(name, Type.estimate(value -> Figures.decimal(value, digits), intervalDigits));
  }

  /** As {@link #estimate}, of differences: a positive one has its sign. */
  public static Column difference(String name, int digits, int intervalDigits) {
    return new Column(name, Type.estimate(value -> Figures.signed(value, digits), intervalDigits));
  }

  /**
   * Returns a column of {@link Mean}s, each with its standard error, which has two digits; the mean
   * has the same decimals. A number has no error.
   */
  public static Column mean(String name) {
    return new Column(
        name,
        new Type(
            true,
            List.of("mean", "error"),
            value -> new Cell(Figures.mean(Type.asMean(value)), ""),
            value -> List.of(Type.asMean(value).value(), Type.asMean(value).error())));
  }

  /**
   * Returns a column of figures that were taken several times, as lists of numbers: the median, and
   * the least and the most in brackets, with three digits each. A dash where there is none.
   */
  public static Column spread(String name) {
    return new Column(
        name,
        new Type(
            true,
            List.of("median", "least", "most"),
            value -> {
              List<Double> spread = Type.spread((List<?>) value);
              List<String> told =
                  spread.stream().map(number -> Figures.significant(number, 3)).toList();
              return new Cell(
                  told.get(0),
                  spread.get(0).isNaN() ? "" : "(%s–%s)".formatted(told.get(1), told.get(2)));
            },
            value -> List.copyOf(Type.spread((List<?>) value))));
  }

  /**
   * Returns a column of {@link SignTest}s, such as {@code 12 : 5, p 0.14}; a dash where no pairs
   * differ.
   */
  public static Column signTest(String name) {
    return new Column(
        name,
        new Type(
            true,
            List.of("higher", "lower", "p"),
            value -> new Cell(shown((SignTest) value), ""),
            value -> {
              SignTest test = (SignTest) value;
              return List.of(test.higher(), test.lower(), test.probability());
            }));
  }

  private static String shown(SignTest test) {
    if (test.higher() + test.lower() == 0) {
      return Figures.UNDEFINED;
    }
    String p = test.probability() < 1e-4 ? "< 0.0001" : Figures.significant(test.probability(), 2);
    return "%d : %d, p %s".formatted(test.higher(), test.lower(), p);
  }

  /** Returns this column with another name in files. */
  public Column filedAs(String otherKey) {
    return new Column(group, name, otherKey, type);
  }

  /** Returns this column below a heading that its neighbours share. */
  public Column below(String otherGroup) {
    return new Column(otherGroup, name, key, type);
  }

  /** Returns the group and the name in one. */
  public String fullName() {
    return group.isEmpty() ? name : group + " " + name;
  }

  /** Says whether its values are figures. */
  public boolean isNumeric() {
    return type.numeric();
  }

  /** Returns what a value shows to people. */
  public Cell cell(Object value) {
    return type.shown().apply(value);
  }
}
