import type { z } from 'zod';
import { keepJson, keptJson } from '../kept-json.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Wait } from '../ports/clock.ts';
import type { DirectStore, Replaced } from '../ports/uploads/direct-store.ts';

/** Between two looks at how far a function is. */
const LOOK_MS = 2_000;

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly wait: Wait;
}

interface Looking<Told> {
  /** The key of the object that the function tells in. */
  readonly keyOf: () => string;
  readonly shape: z.ZodType<Told>;
  readonly onTold: (told: Told) => void;
}

/** Hands on what a function without rights tells in an object, while its answer is waited for. */
export async function whileLooking<Told, Made>(
  { artifacts, wait }: Deps,
  { keyOf, shape, onTold }: Looking<Told>,
  work: () => Promise<Made>,
): Promise<Made> {
  const done = new AbortController();
  const looking = (async () => {
    for (;;) {
      await wait(LOOK_MS, done.signal);
      // It is a courtesy: that the store cannot be asked now stops nothing.
      const told = await keptJson(artifacts, keyOf(), shape).catch(() => undefined);
      if (told !== undefined && !done.signal.aborted) onTold(told);
    }
  })().catch(() => undefined);
  try {
    return await work();
  } finally {
    done.abort();
    await looking;
  }
}

interface Making extends Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'deletePrefix'>;
}

/**
 * The same in an object that is made only once the answer takes its time, and deleted with it: what
 * is short costs no request more.
 */
export async function whileLookingLater<Told, Made>(
  deps: Making,
  { key, before, ...looking }: Omit<Looking<Told>, 'keyOf'> & LaterMade,
  work: () => Promise<Made>,
): Promise<Made> {
  const { artifacts, wait } = deps;
  const done = new AbortController();
  let isMade = false;
  const making = (async () => {
    await wait(MADE_AFTER_MS, done.signal);
    isMade = true;
    await keepJson(artifacts, key, before);
  })().catch(() => undefined);
  try {
    return await whileLooking(deps, { ...looking, keyOf: () => key }, work);
  } finally {
    done.abort();
    await making;
    if (isMade) await artifacts.deletePrefix(key).catch(() => undefined);
  }
}

/** After the function has looked for it once, and before it does again. */
const MADE_AFTER_MS = 3_000;

interface LaterMade {
  readonly key: string;
  /** What it holds at first. */
  readonly before: object;
}

interface Signing {
  readonly artifacts: Pick<ArtifactStore, 'signedUrl'>;
  readonly direct: Pick<DirectStore, 'signPut'>;
}

/** Addresses by which an object is read, and replaced while it is what was read. */
export async function signReplaced(
  { artifacts, direct }: Signing,
  key: string,
  seconds: number,
): Promise<Replaced> {
  const object = { contentType: 'application/octet-stream', bytes: null, replaces: true };
  const [url, put] = await Promise.all([
    artifacts.signedUrl(key, seconds),
    direct.signPut(key, object, seconds),
  ]);
  return { url, put };
}
