package dev.infill.core;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Changes of folders that outlive a loss of power. A file that was forced to the disk is lost all
 * the same as long as the folder that holds its name was not.
 */
public final class DurableFolders {
  private DurableFolders() {}

  /**
   * Gives a file or folder another name, in one step; a file that has it already is replaced. What
   * is in it must be on the disk before. The new name is there when this returns.
   *
   * @param from the name that it has
   * @param to the name that it gets, in the same file system
   * @throws IOException if that cannot be done
   */
  public static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    syncParent(to);
  }

  /**
   * Makes a folder, and those that it is to be in, unless they are there.
   *
   * @param folder its name
   * @throws IOException if that cannot be done
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
   * Returns when the name of a new file is on the disk.
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
   * Returns when the names in a folder are on the disk, on systems that can tell. Windows cannot.
   *
   * @param folder the folder
   * @throws IOException if it cannot be written to the disk
   */
  public static void sync(Path folder) throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(folder)) {
        channel.force(true);
      }
    }
  }
}
