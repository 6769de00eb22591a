import {
  CallbackTimeoutError,
  type DurableContext,
  DurableOperationError,
} from '@aws/durable-execution-sdk-js';
import type { LongHearing } from '../../../layers/app/ports/transcript/long-hearing.ts';
import type { TryState } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import type { Turns } from '../../../layers/app/turns.ts';
import type { ApiError } from '../../../layers/domain/errors.ts';
import { Log } from '../../../layers/log/log.ts';
import type { HearingWork, Refusal, Try, Turn } from './hearing-work.ts';
import {
  LOOKS,
  lookSeconds,
  patiently,
  REST_SECONDS,
  STOP_SECONDS,
  STOPS,
  TRIES,
  turnSeconds,
} from './patience.ts';

/** What the windows of one job share. */
export interface Shared {
  /** Slots are the job's, whichever window asks: the others would only ask the same. */
  readonly asking: Turns;
  /** A window is sent with its sound in memory. */
  readonly beginning: Turns;
  /** How often the job has waited for a slot. */
  waits: number;
}

/** A job whose windows are recognised, in the part of its execution that is for one of them. */
interface Way {
  readonly work: HearingWork;
  readonly hearing: LongHearing;
  readonly context: DurableContext;
}

/** A window under way, one of so many. */
interface WindowWay extends Way {
  readonly shared: Shared;
  readonly tried: Try;
  readonly windows: number;
}

const log = new Log('transcript');

const RECOGNISER_FAILED: ApiError = {
  type: 'processing_failed',
  message: 'The recogniser failed. Nothing was charged. Sending the same call again is safe.',
};

/** Has a window recognised, again where that failed. */
export async function recognised(
  way: Way,
  { shared, window, windows }: { shared: Shared; window: number; windows: number },
): Promise<'heard' | 'unwanted' | 'ended' | Refusal> {
  const { work, hearing, context } = way;
  for (let attempt = 1; ; attempt += 1) {
    const trying = { ...way, shared, tried: { window, attempt }, windows };
    const turn = await shared.asking.take(() => granted(trying));
    if (turn !== 'granted') return turn;
    const state = await ended(trying);
    if (state === 'heard') return state;
    await stopped(trying);
    if (state === 'ended') return state;
    const refusal = typeof state === 'object' ? state : { refused: RECOGNISER_FAILED };
    if (refusal === state || attempt === TRIES) {
      await context.step(`give up ${attempt}`, () => work.giveUp(hearing));
      return refusal;
    }
    await context.wait(`rest ${attempt}`, { seconds: REST_SECONDS });
  }
}

/** Waits for a slot of the organization. */
async function granted({
  work,
  hearing,
  context,
  shared,
  tried,
  windows,
}: WindowWay): Promise<Exclude<Turn, 'wait'>> {
  for (let ask = 1; ; ask += 1) {
    const name = `turn ${tried.attempt}.${ask}`;
    const turn = await context.step(name, () => work.turn(hearing, tried, windows));
    if (turn !== 'wait') return turn;
    await context.wait(`before ${name}`, { seconds: turnSeconds(shared.waits) });
    shared.waits += 1;
  }
}

/** Begins a try and waits for its end, without holding a function. */
async function ended({
  work,
  hearing,
  context,
  shared: { beginning },
  tried,
  windows,
}: WindowWay): Promise<Exclude<TryState, 'runs'> | 'ended'> {
  try {
    for (let look = 1; look <= LOOKS; look += 1) {
      const name = `${tried.attempt}.${look}`;
      const timeout = { seconds: lookSeconds(look - 1) };
      const [called, id] = await context.createCallback(`end ${name}`, { timeout });
      const begin = () => beginning.take(() => work.begin(hearing, tried, id));
      await context.step(`begin ${name}`, begin, { retryStrategy: patiently });
      // An event that was lost costs some minutes.
      await called.catch(unlessTimedOut);
      const state = await context.step(`look ${name}`, () => work.look(hearing, tried, windows));
      if (state !== 'runs') return state;
    }
    return 'failed';
  } catch (error) {
    if (!(error instanceof DurableOperationError)) throw error;
    const { orgId: org_id, jobId: job_id } = hearing.run;
    await context.step(`defect ${tried.attempt}`, async () => {
      log.defect({ org_id, job_id, ...tried, error });
    });
    return 'failed';
  }
}

function unlessTimedOut(error: unknown): void {
  if (!(error instanceof CallbackTimeoutError)) throw error;
}

/** Leaves nothing of a try behind. */
async function stopped({ work, hearing, context, tried }: WindowWay): Promise<void> {
  for (let ask = 1; ask <= STOPS; ask += 1) {
    const name = `stop ${tried.attempt}.${ask}`;
    if (await context.step(name, () => work.stop(hearing, tried))) return;
    await context.wait(`before ${name}`, { seconds: STOP_SECONDS });
  }
}
