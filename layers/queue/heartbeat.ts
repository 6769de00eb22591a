/**
 * Beats at an interval until it is stopped. `lost` aborts when a beat tells that the work is no
 * longer ours; a beat that fails is left to the next one.
 */
export function heartbeat(
  everyMs: number,
  beat: () => Promise<boolean>,
): { lost: AbortSignal; stop: () => void } {
  const lost = new AbortController();
  const timer = setInterval(() => {
    beat().then(
      (ours) => {
        if (!ours) lost.abort(new Error('another run holds the job, or it has ended'));
      },
      () => undefined,
    );
  }, everyMs);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
