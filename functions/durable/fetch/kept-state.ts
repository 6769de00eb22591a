import { z } from 'zod';
import type { PartsSoFar } from '../../../layers/adapters/s3/signed-parts.ts';
import type { FetchOrder } from '../../../layers/app/ports/links/fetch-orders.ts';
import type { FileUnderWay } from '../../../layers/app/ports/links/links.ts';

/** What the next round goes on from. */
export interface State {
  readonly file: FileUnderWay;
  readonly put: PartsSoFar;
}

const Count = z.int().min(0);
const KeptState = z.strictObject({
  file: z.strictObject({
    version: z.string(),
    of: Count.nullable(),
    beginnings: Count,
    copied: z
      .strictObject({
        bytes: Count,
        cues: z.array(Count),
        last: z.strictObject({ time: Count, digest: z.string() }),
      })
      .optional(),
    missing: z.array(z.tuple([z.number(), z.number()])).optional(),
  }),
  put: z.strictObject({
    bytes: Count,
    parts: z.array(z.int().min(1)),
    digest: z.strictObject({ size: Count, crcs: z.array(Count), crc: Count }),
  }),
}) satisfies z.ZodType<State>;

type Place = (FetchOrder & { kind: 'fetch' })['round']['state'];

/**
 * An object that one round leaves to the next. It is replaced and never made anew, and only by who
 * saw it last: a round that is late changes nothing.
 */
export function keptState({ url, put }: Place, signal: AbortSignal) {
  let version: string | undefined;
  const look = async (): Promise<unknown> => {
    const answer = await fetch(url, { signal });
    version = answer.headers.get('etag') ?? undefined;
    if (answer.status !== 200 || version === undefined) throw lost(answer.status);
    return answer.json();
  };
  return {
    /** @returns undefined where no part was kept */
    async read(): Promise<State | undefined> {
      return KeptState.nullable().parse(await look()) ?? undefined;
    },
    /** @throws Error when the fetch is not wanted any more, or another round has it */
    async write(state: State): Promise<void> {
      if (version === undefined) await look();
      const { status, headers, body } = await fetch(put.url, {
        method: 'PUT',
        headers: { ...put.headers, 'if-match': version ?? '' },
        body: JSON.stringify(state),
        signal,
      });
      await body?.cancel();
      version = headers.get('etag') ?? undefined;
      if (status !== 200) throw lost(status);
    },
  };
}

const lost = (status: number) =>
  new Error(`the store answered ${status} about what is kept of a fetch`);
