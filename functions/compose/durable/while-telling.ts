import { setTimeout as wait } from 'node:timers/promises';
import type { Replaced } from '../../../layers/app/ports/uploads/direct-store.ts';

const EVERY_MS = 2_000;

/** What the store answers where there is nothing to replace. */
const GONE = new Set([403, 404]);

interface Telling {
  /** The object that each message overwrites, so that it holds the newest. */
  readonly place: Replaced;
  readonly progress: () => object;
  /** Whether somebody may make the object only later, or never, and still wants the work. */
  readonly comesLater?: boolean;
}

/**
 * Works, and writes every other second how far that is into an object, which is overwritten and
 * never made anew. The work goes on where the store cannot be reached.
 * @throws Error soon after the object was deleted
 */
export async function whileTelling<Made>(
  { place, progress, comesLater = false }: Telling,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const unwanted = new AbortController();
  const done = new AbortController();
  const telling = (async () => {
    let version: string | undefined;
    let hasCome = !comesLater;
    for (;;) {
      await wait(EVERY_MS, undefined, { signal: done.signal });
      const { status, etag } = await tell(place, version, progress(), done.signal);
      if (hasCome && GONE.has(status)) {
        unwanted.abort(new Error('what is made is not wanted any more'));
      }
      hasCome ||= etag !== undefined;
      version = etag;
    }
  })().catch(() => undefined);
  try {
    return await work(AbortSignal.any([signal, unwanted.signal]));
  } finally {
    done.abort();
    await telling;
  }
}

/** @returns the version that is there now; undefined when that is not known */
async function tell(
  { url, put }: Replaced,
  known: string | undefined,
  progress: object,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly etag: string | undefined }> {
  try {
    const first =
      known === undefined ? await answered(url, { signal }) : { status: 200, etag: known };
    if (first.status !== 200 || first.etag === undefined) return { ...first, etag: undefined };
    const headers = { ...put.headers, 'if-match': first.etag };
    const body = JSON.stringify(progress);
    const { status, etag } = await answered(put.url, { method: 'PUT', headers, body, signal });
    return { status, etag: status === 200 ? etag : undefined };
  } catch {
    return { status: 0, etag: undefined };
  }
}

async function answered(url: string, asking: RequestInit) {
  const { status, headers, body } = await fetch(url, asking);
  await body?.cancel();
  return { status, etag: headers.get('etag') ?? undefined };
}
