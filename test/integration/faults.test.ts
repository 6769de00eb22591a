import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAULT_KINDS } from '../support/faults/fault.ts';
import { inject } from '../support/faults/inject.ts';
import { makeMedia } from '../support/faults/media.ts';
import { isBad } from '../support/faults/verdict.ts';

/**
 * Each end once that something is asked of; `npm run soak:faults` takes the others too, some of
 * which wait for seconds or for leases.
 */
const CONNECTIONS = [
  'worker, tables',
  'worker, store',
  'worker, receiver',
  'recogniser',
  'fetcher, site (file)',
  'gateway, queue',
  'gateway, store',
];
/** Each of the connections once. */
const COUNT = CONNECTIONS.length;
const KINDS = FAULT_KINDS.filter((kind) => !['stall', 'drip', 'throttled'].includes(kind));

test('connections that break cost time, and neither a job, nor a result, nor a credit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  try {
    const injections = await inject({
      media: await makeMedia(folder, 2),
      count: COUNT,
      seed: 20_261_122,
      services: 1,
      connections: CONNECTIONS,
      kinds: KINDS,
    });
    expect(injections.filter(isBad)).toEqual([]);
    expect(injections.length).toBeGreaterThanOrEqual(COUNT);
    const same = injections.filter(({ verdict }) => verdict === 'same result');
    expect(same.length).toBeGreaterThan(injections.length / 2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
