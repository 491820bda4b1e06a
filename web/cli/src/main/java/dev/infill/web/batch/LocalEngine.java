package dev.infill.web.batch;

/** Fills the parts in this process, one after the other. */
public final class LocalEngine implements BatchEngine {
  @Override
  public String name() {
    return LOCAL;
  }

  @Override
  public boolean run(Work work) {
    return work.job().fill(work.parts(), work.model(), 1, work.done(), work.cancellation());
  }
}
