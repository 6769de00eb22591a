import { dice } from '../../../bench/detectors/random.ts';
import { testTables } from '../tables.ts';
import { CONNECTIONS, type Connection } from './connections.ts';
import { chanceFault, type Fault, type FaultKind, needsBody } from './fault.ts';
import type { Seen } from './fault-proxy.ts';
import { type FaultyService, faultyService } from './faulty-service.ts';
import type { Media } from './media.ts';
import { type Outcome, outcomeOf, played } from './outcome.ts';
import { SCENES, type Scene } from './scenes.ts';
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

/** A scene as it runs when nothing is broken, and what of it passes a connection. */
interface Undisturbed {
  readonly outcome: Outcome;
  readonly seen: Seen;
}

/** A fault may find nothing to hit; then another is tried. */
const MOST_TRIES = 3;

/** Injects faults one after the other into each service, and compares what is left with an undisturbed run. */
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
  const serve = async () => {
    const service = await faultyService(await testTables(), media.folder);
    const known = new Map<string, Promise<Undisturbed>>();
    try {
      for (let cell = nextCell(); cell; cell = nextCell()) {
        underWay += 1;
        const { name, connection, kind, random } = { ...cell, random: dice(seed * 10_000 + tried) };
        const undisturbed = known.get(name) ?? undisturbedRun(service, media, connection);
        known.set(name, undisturbed);
        const { outcome, seen } = await undisturbed;
        const fault = chanceFault(kind, seen[needsBody(kind) ? 'bodies' : 'requests'], random);
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
  { scene: name, line, concerns }: Connection,
): Promise<Undisturbed> {
  const scene: Scene = SCENES[name];
  const on = { service, media, caller: await service.caller() };
  const prepared = await scene.prepare(on);
  service.lines[line].plan(concerns);
  const had = await played(scene, on, prepared);
  const seen = service.lines[line].seen();
  const outcome = await outcomeOf(on, had);
  if (outcome.refused !== undefined || seen.requests === 0) {
    throw new Error(`${name} does not run undisturbed: ${JSON.stringify({ outcome, seen, had })}`);
  }
  return { outcome, seen };
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
  service.lines[line].plan(concerns, fault);
  const had = await played(scene, on, prepared);
  const hits = service.lines[line].hits();
  service.lines[line].plan(() => false);
  const outcome = await outcomeOf(on, had);
  return hits > 0 ? outcome : undefined;
}
