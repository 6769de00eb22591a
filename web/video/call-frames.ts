import { bodyOf } from '../api/client.ts';
import type { Result } from '../api/results.ts';
import type { CallEstimate, FramesRequest } from '../api/types.ts';
import { api } from '../app/api.ts';
import type { Started } from './use-read.ts';

/** What is asked of a stretch: pictures at a level, or its words alone. */
export type Wish = Omit<FramesRequest, 'upload_id' | 'url' | 'detail'> & {
  readonly detail: NonNullable<FramesRequest['detail']> | 'words';
};

interface Source {
  readonly upload_id: string;
}

async function call(source: Source, wish: Wish, more: { estimate?: boolean; sync?: boolean }) {
  const { detail, start, end, ...looks } = wish;
  const window = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  if (detail === 'words') {
    return bodyOf(api.POST('/v1/transcript', { body: { ...source, ...window, ...more } }));
  }
  return bodyOf(
    api.POST('/v1/frames', { body: { ...source, ...looks, ...window, detail, ...more } }),
  );
}

/** What a read would cost now. It starts and charges nothing. */
export async function priceOf(source: Source, wish: Wish): Promise<CallEstimate> {
  const answer = await call(source, wish, { estimate: true });
  if (!('estimate' in answer)) throw new Error('The service did not answer with a price.');
  return answer.estimate as CallEstimate;
}

/** Starts a read; its result is there at once where it is stored already. */
export async function startRead(source: Source, wish: Wish): Promise<Started> {
  const answer = await call(source, wish, { sync: false });
  if ('estimate' in answer) throw new Error('The service answered with a price instead of a job.');
  const result = answer as Result | { readonly job_id: string };
  const isThere = 'sheets' in result || 'segments' in result;
  return { jobId: answer.job_id, ...(isThere && { result }) };
}
