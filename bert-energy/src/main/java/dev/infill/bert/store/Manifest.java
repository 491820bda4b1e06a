package dev.infill.bert.store;

import dev.infill.bert.graph.WeightsFile;
import dev.infill.bert.weights.BertConfiguration;
import java.util.List;
import java.util.SortedMap;

/**
 * What is known of a compiled model.
 *
 * @param source the name of the model that was compiled
 * @param sha256 the SHA-256 of the file of weights, 64 hexadecimal digits
 * @param content the SHA-256 of all that the model is made of but the graphs
 * @param graphVersion the version of the graphs
 * @param lowerCase whether upper case and accents are removed from texts
 * @param configuration the sizes
 * @param weights where the parameters stand
 * @param graphs the names of the graph files
 * @param files size and checksum of every other file of the folder, by its name
 */
record Manifest(
    String source,
    String sha256,
    String content,
    String graphVersion,
    boolean lowerCase,
    BertConfiguration configuration,
    WeightsFile weights,
    List<String> graphs,
    SortedMap<String, StoredFile> files) {}
