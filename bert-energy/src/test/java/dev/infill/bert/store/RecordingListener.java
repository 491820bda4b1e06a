package dev.infill.bert.store;

import dev.infill.bert.RecordedProgress;

/** Keeps what it is told. */
class RecordingListener extends RecordedProgress<ModelStoreListener.Stage>
    implements ModelStoreListener {}
