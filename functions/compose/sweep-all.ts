import type { Log } from '../../layers/log/log.ts';

/**
 * Does several sweeps: none of them waits for another one's defect to be repaired.
 * @param said by the line of log that tells what they did
 * @throws AggregateError of what went wrong, after everything else was done
 */
export async function sweepAll(
  log: Log,
  said: string,
  sweeps: readonly (() => Promise<object>)[],
): Promise<void> {
  const swept = await Promise.allSettled(sweeps.map((sweep) => sweep()));
  const failures = swept.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const done = swept.map((one) => (one.status === 'fulfilled' ? one.value : {}));
  log.info(said, Object.assign({}, ...done));
  for (const error of failures) log.defect({ error });
  if (failures.length > 0) throw new AggregateError(failures, `not everything was ${said}`);
}
