import { dice } from '../../../bench/detectors/random.ts';
import { testTables } from '../tables.ts';
import { CONNECTIONS, type Connection } from './connections.ts';
import { cutDecoders } from './cut-sockets.ts';
import { chanceFault, type Fault, type FaultKind, needsBody } from './fault.ts';
import type { Passed } from './fault-proxy.ts';
import { type FaultyService, faultyService } from './faulty-service.ts';
import type { Media } from './media.ts';
import { type Outcome, outcomeOf, played } from './outcome.ts';
import { SCENES, type Scene, type SceneName } from './scenes.ts';
import { type Injection, verdictOn } from './verdict.ts';

interface Options {
  readonly media: Media;
  readonly count: number;
  readonly seed: number;
  /** Names of connections; else all. */
  readonly connections?: readonly string[];
  readonly kinds?: readonly FaultKind[];
  /** Services that are tried beside each other. */
  readonly services: number;
  readonly onInjection?: (injection: Injection, fault: Fault) => void;
}

/** A scene as it ends when nothing is broken, and what passes each connection meanwhile. */
interface Undisturbed {
  readonly outcome: Outcome;
  readonly passed: Readonly<Record<string, readonly Passed[]>>;
}

/** A fault may find nothing to hit; then another is tried. */
const MOST_TRIES = 3;

/**
 * Injects faults one after the other into each service, and compares what is left with an
 * undisturbed run.
 */
export async function inject(options: Options): Promise<Injection[]> {
  const { media, count, seed, services, onInjection } = options;
  const cells = cellsOf(options);
  const random = dice(seed);
  const order: typeof cells = [];
  const done: Injection[] = [];
  let underWay = 0;
  let tried = 0;
  const nextCell = () => {
    if (done.length + underWay >= count || tried > count * MOST_TRIES) return undefined;
    if (order.length === 0) order.push(...random.shuffle(cells));
    tried += 1;
    return order.shift();
  };
  const known = new Map<SceneName, Promise<Undisturbed>>();
  const serve = async () => {
    const service = await faultyService(await testTables(), media.folder);
    try {
      for (let cell = nextCell(); cell; cell = nextCell()) {
        underWay += 1;
        const { name, connection, kind } = cell;
        const chance = dice(seed * 10_000 + tried);
        const undisturbed =
          known.get(connection.scene) ?? undisturbedRun(service, media, connection.scene);
        known.set(connection.scene, undisturbed);
        const { outcome, passed } = await undisturbed;
        const fault = chanceFault(
          kind,
          requestsOf(connection, kind, passed),
          chance,
          connection.mostTimes,
        );
        const began = performance.now();
        const found = await disturbedRun(service, media, connection, fault);
        const seconds = (performance.now() - began) / 1000;
        underWay -= 1;
        if (!found) continue;
        const verdict = verdictOn(outcome, found);
        const injection = { connection: name, kind, verdict, seconds, found };
        done.push(injection);
        onInjection?.(injection, fault);
      }
    } finally {
      await service.stop();
    }
  };
  await Promise.all(Array.from({ length: services }, serve));
  return done;
}

/** How many requests a fault of this kind can hit. */
function requestsOf(
  { line, concerns }: Connection,
  kind: FaultKind,
  passed: Undisturbed['passed'],
): number {
  const all = (line ? (passed[line] ?? []) : []).filter(concerns);
  return all.filter(({ hasBody }) => hasBody || !needsBody(kind)).length;
}

function cellsOf({ connections = Object.keys(CONNECTIONS), kinds }: Options) {
  return connections.flatMap((name) => {
    const connection = CONNECTIONS[name];
    if (!connection) throw new Error(`there is no connection ${name}`);
    return connection.kinds
      .filter((kind) => kinds?.includes(kind) ?? true)
      .map((kind) => ({ name, connection, kind }));
  });
}

async function undisturbedRun(
  service: FaultyService,
  media: Media,
  name: SceneName,
): Promise<Undisturbed> {
  const scene: Scene = SCENES[name];
  const on = { service, media, caller: await service.caller() };
  const prepared = await scene.prepare(on);
  const lines = Object.entries(service.lines);
  for (const [, line] of lines) line.plan(() => true);
  const had = await played(scene, on, prepared);
  const passed = Object.fromEntries(lines.map(([line, proxy]) => [line, proxy.passed()]));
  for (const [, line] of lines) line.plan(() => false);
  const outcome = await outcomeOf(on, had, scene);
  if (outcome.refused !== undefined || outcome.jobs.some(({ status }) => status !== 'succeeded')) {
    throw new Error(`${name} does not run undisturbed: ${JSON.stringify({ outcome, had })}`);
  }
  return { outcome, passed };
}

/** Undefined when the fault hit nothing. */
async function disturbedRun(
  service: FaultyService,
  media: Media,
  { scene: name, line, concerns }: Connection,
  fault: Fault,
): Promise<Outcome | undefined> {
  const scene: Scene = SCENES[name];
  const on = { service, media, caller: await service.caller() };
  const prepared = await scene.prepare(on);
  const breaking = breakIn(service, { line, concerns }, fault);
  const had = await played(scene, on, prepared);
  const hits = breaking.hits();
  await breaking.stop();
  const outcome = await outcomeOf(on, had, scene);
  return hits > 0 ? outcome : undefined;
}

/** How long after its beginning a decoder's connection is cut, at most. */
const LATEST_CUT_MS = 1_500;

function breakIn(
  { lines, workerPid }: FaultyService,
  { line, concerns }: Pick<Connection, 'line' | 'concerns'>,
  fault: Fault,
): { hits(): number; stop(): Promise<void> } {
  if (!line) return cutDecoders(workerPid, fault.times, fault.position * LATEST_CUT_MS);
  lines[line].plan(concerns, fault);
  return { hits: lines[line].hits, stop: async () => lines[line].plan(() => false) };
}
