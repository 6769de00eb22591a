import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECTIONS } from '../../test/support/faults/connections.ts';
import { canCutSockets } from '../../test/support/faults/cut-sockets.ts';
import { FAULT_KINDS } from '../../test/support/faults/fault.ts';
import { inject } from '../../test/support/faults/inject.ts';
import { makeMedia } from '../../test/support/faults/media.ts';
import { type Injection, isBad, VERDICTS } from '../../test/support/faults/verdict.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak:faults -- [COUNT] [SEED] [CONNECTION or KIND …]`: so many faults, chosen by the
 * seed, in the connections between the parts of the service, each compared with a run that nothing
 * disturbs.
 */
const COUNT = Number(process.argv[2] ?? 300);
const SEED = Number(process.argv[3] ?? 1);
const NAMED = process.argv.slice(4);
/** Side by side: most of the time they wait for what stalls, and for what is tried again. */
const SERVICES = 3;

const named = Object.keys(CONNECTIONS).filter((name) => NAMED.includes(name));
const cutsSockets = await canCutSockets();
if (!cutsSockets) console.log('This machine lets no socket be ended: decoders are not cut off.');
const connections = (named.length > 0 ? named : Object.keys(CONNECTIONS)).filter(
  (name) => cutsSockets || CONNECTIONS[name]?.line !== undefined,
);
const kinds = FAULT_KINDS.filter((kind) => NAMED.includes(kind));

function tableOf(injections: readonly Injection[]) {
  const rows: Record<string, Record<string, number>> = {};
  for (const { connection, kind, verdict, seconds } of injections) {
    const name = `${connection}: ${kind}`;
    const row = rows[name] ?? { injections: 0, slowest: 0 };
    rows[name] = row;
    row['injections'] = (row['injections'] ?? 0) + 1;
    row['slowest'] = Math.max(row['slowest'] ?? 0, Math.round(seconds));
    row[verdict] = (row[verdict] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(rows).sort(([one], [other]) => (one < other ? -1 : 1)));
}

await soak(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  try {
    const injections = await inject({
      media: await makeMedia(folder),
      count: COUNT,
      seed: SEED,
      services: Math.min(SERVICES, COUNT),
      connections,
      ...(kinds.length > 0 && { kinds }),
      onInjection: (injection, fault) => {
        const { connection, verdict, seconds, found } = injection;
        const line = `${connection}: ${JSON.stringify(fault)} ${verdict}, ${seconds.toFixed(1)} s`;
        if (isBad(injection)) console.log(line, JSON.stringify(found).slice(0, 3000));
        else console.log(line);
      },
    });
    console.table(tableOf(injections), ['injections', ...VERDICTS, 'slowest']);
    const bad = injections.filter(isBad).length;
    return { holds: bad === 0 && injections.length >= COUNT, injections: injections.length, bad };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
