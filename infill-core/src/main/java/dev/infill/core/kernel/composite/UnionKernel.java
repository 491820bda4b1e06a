package dev.infill.core.kernel.composite;

import dev.infill.core.energy.Batcher;
import dev.infill.core.energy.DisjointUnion;
import dev.infill.core.energy.State;
import dev.infill.core.kernel.ChainState;
import dev.infill.core.kernel.Kernel;
import dev.infill.core.kernel.Transition;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Kernels on the parts of a disjoint union Θ¹ ⊔ … ⊔ Θᴾ as one: each moves the chains that are in
 * its part, and none leaves it. If every one leaves its π^p invariant, all mixtures Σ w_p π^p stay
 * as they are; which one chains sample is decided by where they start: as many in part p as w_p
 * says.
 *
 * <p>What it is for: {@code docs/samplers.md}, "Blanks of unknown length".
 */
public final class UnionKernel implements Kernel {
  private final DisjointUnion union;
  private final List<Kernel> kernels;

  private UnionKernel(DisjointUnion union, List<Kernel> kernels) {
    this.union = union;
    this.kernels = List.copyOf(kernels);
  }

  /**
   * Returns the kernel; of a union of one part the kernel of that part itself.
   *
   * @param union the state spaces
   * @param kernels one for each part, in order; all of one kind
   * @throws IllegalArgumentException if there are more or fewer than parts
   */
  public static Kernel of(DisjointUnion union, List<Kernel> kernels) {
    if (kernels.size() != union.parts()) {
      throw new IllegalArgumentException(kernels.size() + " kernels of " + union.parts());
    }
    return kernels.size() == 1 ? kernels.get(0) : new UnionKernel(union, kernels);
  }

  @Override
  public String name() {
    return kernels.get(0).name();
  }

  @Override
  public boolean isExact() {
    return kernels.stream().allMatch(Kernel::isExact);
  }

  @Override
  public Kernel frozen() {
    return new UnionKernel(union, kernels.stream().map(Kernel::frozen).toList());
  }

  @Override
  public OptionalDouble currentStepSize() {
    return kernels.get(0).currentStepSize();
  }

  @Override
  public int passesPerStart() {
    return kernels.stream().mapToInt(Kernel::passesPerStart).max().orElseThrow();
  }

  @Override
  public long passesToStart(List<State> states) {
    return states.stream()
        .mapToLong(state -> kernel(state).passesToStart(List.of(union.inPart(state))))
        .sum();
  }

  @Override
  public CompletableFuture<ChainState> start(State state, Batcher batcher) {
    return kernel(state).start(union.inPart(state), batcher).thenApply(begun -> begun.at(state));
  }

  @Override
  public CompletableFuture<Transition> step(
      ChainState chain, RandomGenerator random, Batcher batcher) {
    int part = union.part(chain.state());
    return kernels
        .get(part)
        .step(chain.at(union.inPart(chain.state())), random, batcher)
        .thenApply(made -> inUnion(part, made));
  }

  private Transition inUnion(int part, Transition made) {
    ChainState next = made.next();
    return new Transition(
        next.at(union.inUnion(part, next.state())),
        made.info().withProposal(union.inUnion(part, made.info().proposal())));
  }

  private Kernel kernel(State state) {
    return kernels.get(union.part(state));
  }
}
