import type { DurableContext } from '@aws/durable-execution-sdk-js';
import { RefusedFile } from '../../../layers/app/decoding/decoder-answers.ts';
import type { LongHearing } from '../../../layers/app/ports/transcript/long-hearing.ts';
import { Turns } from '../../../layers/app/turns.ts';
import { PROCESSING_FAILED } from '../../../layers/domain/errors.ts';
import { Log } from '../../../layers/log/log.ts';
import { Decoded } from '../../compose/durable/decode-order.ts';
import { recognised } from './carry-window.ts';
import type { HeardAll, HearingWork, Refusal } from './hearing-work.ts';
import { REST_SECONDS, TRIES } from './patience.ts';

interface Deps {
  readonly work: HearingWork;
  /** Function that decodes, by name and version. */
  readonly decodeFunction: string;
}

/** A hearing under way. */
interface Way extends Deps {
  readonly hearing: LongHearing;
  readonly context: DurableContext;
}

const log = new Log('transcript');

/** Windows of one job that are recognised at the same time; its organization has no more slots. */
const AT_ONCE = 8;

/**
 * The way of a long transcript: what is said is found, put together to windows, recognised window by
 * window, and handed back to be told. Nobody runs while a recogniser works.
 */
export const makeCarryTranscript = (deps: Deps) => {
  const { work } = deps;
  return async (hearing: LongHearing, context: DurableContext): Promise<void> => {
    const end = await hearAll({ ...deps, hearing, context }).catch(async (error: unknown) => {
      const { orgId: org_id, jobId: job_id } = hearing.run;
      // A step, so that it is told once, however often the way is gone again.
      await context.step('defect', async () => log.defect({ org_id, job_id, error }));
      return { refused: PROCESSING_FAILED };
    });
    await (end === 'ended'
      ? context.step('clear', () => work.clear(hearing))
      : context.step('hand back', () => work.handBack(hearing, end)));
  };
};

async function hearAll(way: Way): Promise<HeardAll | Refusal | 'ended'> {
  const { work, hearing, context } = way;
  const attempt = await found(way);
  if (typeof attempt !== 'number') return attempt;
  const windows = await context.step('split', () => work.split(hearing, attempt));
  if (typeof windows !== 'number') return windows;
  const numbers = Array.from({ length: windows }, (_, at) => at + 1);
  const shared = { asking: new Turns(1), beginning: new Turns(1), waits: 0 };
  const made = await context.map(
    'recognise',
    numbers,
    (item, window) => recognised({ ...way, context: item }, { shared, window, windows }),
    { maxConcurrency: AT_ONCE, completionConfig: { toleratedFailureCount: 0 } },
  );
  made.throwIfError();
  const ends = made.getResults();
  if (ends.includes('ended')) return 'ended';
  const refusal = ends.find((end) => typeof end === 'object');
  return refusal ?? { attempt, windows };
}

/** Has what is said found; tells which attempt of the decoder did it. */
async function found({
  work,
  decodeFunction,
  hearing,
  context,
}: Way): Promise<number | Refusal | 'ended'> {
  for (let attempt = 1; ; attempt += 1) {
    const order = await context.step(`sign ${attempt}`, () => work.order(hearing, attempt));
    if (!order) return 'ended';
    try {
      const given = await context.invoke(`hear ${attempt}`, decodeFunction, order);
      const refused = RefusedFile.safeParse(given);
      if (refused.success) return refused.data;
      Decoded.parse(given);
      return attempt;
    } catch (error) {
      if (attempt === TRIES) throw error;
      await context.wait(`rest ${attempt}`, { seconds: REST_SECONDS });
    }
  }
}
