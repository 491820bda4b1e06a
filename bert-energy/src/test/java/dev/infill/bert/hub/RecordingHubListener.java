package dev.infill.bert.hub;

import dev.infill.bert.RecordedProgress;

/** Keeps what it is told. */
final class RecordingHubListener extends RecordedProgress<HubListener.Stage>
    implements HubListener {}
