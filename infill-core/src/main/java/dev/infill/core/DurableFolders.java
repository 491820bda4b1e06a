package dev.infill.core;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Changes of folders that outlive a loss of power. The disk must hold a file and the folder with
 * its name: a file alone is lost.
 */
public final class DurableFolders {
  private DurableFolders() {}

  /**
   * Gives a file or folder another name, in one step, and replaces a file that has it already. Its
   * content must be on the disk before. The new name is on the disk when this returns.
   *
   * @param from the old name
   * @param to the new name, in the same file system
   * @throws IOException if the file system refuses
   */
  public static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    syncParent(to);
  }

  /**
   * Makes a folder and its parents, unless they are there.
   *
   * @param folder its name
   * @throws IOException if the file system refuses
   */
  public static void create(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (parent == null || Files.isDirectory(folder)) {
      return;
    }
    create(parent);
    Files.createDirectories(folder);
    sync(parent);
  }

  /**
   * Waits until the name of a new file is on the disk.
   *
   * @param file the file
   * @throws IOException if its folder cannot be written to the disk
   */
  public static void syncParent(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      sync(parent);
    }
  }

  /**
   * Waits until the names in a folder are on the disk. Windows cannot tell, so it returns at once
   * there.
   *
   * @param folder the folder
   * @throws IOException if the folder cannot be written to the disk
   */
  public static void sync(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(folder)) {
        channel.force(true);
      }
    }
  }
}
