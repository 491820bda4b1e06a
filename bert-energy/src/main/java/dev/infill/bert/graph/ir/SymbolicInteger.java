package dev.infill.bert.graph.ir;

import java.util.Optional;

/**
 * An integer that is known, or known but for the extents of inputs: what shapes are computed with.
 *
 * @param negative whether it is below 0
 * @param magnitude its absolute value; a symbol stands for at least 1
 */
public record SymbolicInteger(boolean negative, Dimension magnitude) {
  public static final SymbolicInteger ZERO = of(0);
  public static final SymbolicInteger ONE = of(1);

  public SymbolicInteger {
    if (magnitude.factor() == 0) {
      negative = false;
      magnitude = Dimension.of(0);
    }
  }

  public static SymbolicInteger of(long value) {
    // There is no absolute value of the smallest one, which only says "all before".
    return value == Long.MIN_VALUE
        ? of(-Long.MAX_VALUE)
        : new SymbolicInteger(value < 0, Dimension.of(Math.abs(value)));
  }

  public static SymbolicInteger of(Dimension extent) {
    return new SymbolicInteger(false, extent);
  }

  /** Says whether it is 0, which a symbolic one never is. */
  public boolean isZero() {
    return equals(ZERO);
  }

  public boolean isConstant() {
    return magnitude.isConstant();
  }

  /** Returns the number of a constant. */
  public long value() {
    if (!isConstant()) {
      throw new IllegalArgumentException(this + " is not known before a graph runs");
    }
    return negative ? -magnitude.factor() : magnitude.factor();
  }

  /** Returns the extent that it is. */
  public Dimension extent() {
    if (negative) {
      throw new IllegalArgumentException(this + " is no extent");
    }
    return magnitude;
  }

  public Optional<SymbolicInteger> plus(SymbolicInteger other) {
    if (magnitude.symbols().equals(other.magnitude.symbols())) {
      long sum = Math.addExact(signedFactor(), other.signedFactor());
      return Optional.of(
          new SymbolicInteger(sum < 0, new Dimension(Math.abs(sum), magnitude.symbols())));
    }
    return equals(ZERO) ? Optional.of(other) : other.equals(ZERO) ? Optional.of(this) : none();
  }

  private long signedFactor() {
    return negative ? -magnitude.factor() : magnitude.factor();
  }

  public SymbolicInteger negated() {
    return new SymbolicInteger(!negative, magnitude);
  }

  public SymbolicInteger times(SymbolicInteger other) {
    return new SymbolicInteger(negative != other.negative, magnitude.times(other.magnitude));
  }

  /** Returns the quotient, rounded towards 0, if it is known. */
  public Optional<SymbolicInteger> dividedBy(SymbolicInteger other) {
    if (other.equals(ZERO)) {
      throw new IllegalArgumentException("a division by 0");
    }
    if (isConstant() && other.isConstant()) {
      return Optional.of(of(value() / other.value()));
    }
    return magnitude
        .dividedBy(other.magnitude)
        .map(quotient -> new SymbolicInteger(negative != other.negative, quotient));
  }

  /** Says whether it equals another, if that is the same for all extents of inputs. */
  public Optional<Boolean> isEqualTo(SymbolicInteger other) {
    if (equals(other)) {
      return Optional.of(true);
    }
    boolean known =
        (isConstant() && other.isConstant())
            // A symbolic number is at least as far from 0 as its factor.
            || negative != other.negative
            || equals(ZERO)
            || other.equals(ZERO);
    return known ? Optional.of(false) : Optional.empty();
  }

  private static Optional<SymbolicInteger> none() {
    return Optional.empty();
  }

  @Override
  public String toString() {
    return (negative ? "-" : "") + magnitude;
  }
}
