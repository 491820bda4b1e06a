package dev.infill.web.model;

/** Is told what loading a model is doing; called from one thread at a time. */
public interface LoadingListener {
  /**
   * Reports progress.
   *
   * @param phase what is being done, in a word or two, such as {@code compiling the model}
   * @param done how much of it is done
   * @param total how much there is; not positive where that is not known
   */
  void onLoading(String phase, long done, long total);

  /**
   * Reports what its user should know of, although loading goes on.
   *
   * @param line one line, such as why the GPU is not used
   */
  void onNotice(String line);
}
