const KEY = "infill.run";

/**
 * Keeps what the results of this tab are of, for a reload.
 *
 * @param {?{fragment: string, link: string, running: boolean}} run the fragment of text and settings, the one with
 *     the seed that was drawn, and whether there is no result yet; null for no run
 */
export function keepRun(run) {
  try {
    if (run === null) {
      sessionStorage.removeItem(KEY);
    } else {
      sessionStorage.setItem(KEY, JSON.stringify(run));
    }
  } catch {
    // Without storage a reload begins anew.
  }
}

/** What was kept; null if nothing was. */
export function keptRun() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return typeof kept?.fragment === "string" && typeof kept.link === "string" ? kept : null;
  } catch {
    return null;
  }
}
