import {
  CallbackTimeoutError,
  type DurableContext,
  DurableOperationError,
  type RetryDecision,
} from '@aws/durable-execution-sdk-js';
import { RefusedFile } from '../../../layers/app/decoding/decoder-answers.ts';
import type {
  HeardOutcome,
  LongHearing,
} from '../../../layers/app/ports/transcript/long-hearing.ts';
import type { TryState } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import { type ApiError, PROCESSING_FAILED } from '../../../layers/domain/errors.ts';
import { MOST_TURN_SECONDS } from '../../../layers/domain/transcript/fair-slots.ts';
import { Log } from '../../../layers/log/log.ts';
import { Turns } from '../../../layers/media/segments/turns.ts';
import { Decoded, type Order } from '../../compose/decode-order.ts';

/** A try of a window, both counted from 1. */
export interface Try {
  readonly window: number;
  readonly attempt: number;
}

/** What a window may do: `unwanted` is one whose words nobody gets. */
export type Turn = 'granted' | 'wait' | 'unwanted' | 'ended';

/** What the steps of listening do. Done again after a crash, each comes to the same. */
export interface HearingWork {
  /** The order for the decoder; null when the job has ended. */
  order(hearing: LongHearing, attempt: number): Promise<(Order & { kind: 'hear' }) | null>;
  /**
   * Puts what was found together to windows.
   * @param attempt the one that the decoder did
   * @returns how many, or why nobody can recognise them
   */
  split(hearing: LongHearing, attempt: number): Promise<number | Refusal>;
  /** Asks for a slot, for a window of so many. */
  turn(hearing: LongHearing, tried: Try, windows: number): Promise<Turn>;
  /** @throws RecogniserBusy */
  begin(hearing: LongHearing, tried: Try, callbackId: string): Promise<void>;
  /** How a try stands; it lets go of its slot when it has ended. */
  look(hearing: LongHearing, tried: Try, windows: number): Promise<TryState | 'ended'>;
  /** Clears away what a try left, and its slot; false while the recogniser has to be waited for. */
  stop(hearing: LongHearing, tried: Try): Promise<boolean>;
  /** Begins no more windows. */
  giveUp(hearing: LongHearing): Promise<void>;
  /** Keeps the outcome, lets go of the job and queues it. */
  handBack(hearing: LongHearing, end: HeardAll | Refusal): Promise<void>;
  /** Deletes what was kept for a job that has ended. */
  clear(hearing: LongHearing): Promise<void>;
}

export type Refusal = Extract<HeardOutcome, { refused: ApiError }>;

/** All windows are recognised, or not wanted. */
export interface HeardAll {
  /** The decoder's attempt that found what is said. */
  readonly attempt: number;
  readonly windows: number;
}

interface Deps {
  readonly work: HearingWork;
  /** Function that decodes, by name and version. */
  readonly decodeFunction: string;
}

/** What the windows of one job share. */
interface Shared {
  /** Slots are the job's, whichever window asks: the others would only ask the same. */
  readonly asking: Turns;
  /** A window is sent with its sound in memory. */
  readonly beginning: Turns;
  /** How often the job has waited for a slot. */
  waits: number;
}

/** A hearing under way, in the execution that carries it or in the part for a window. */
interface Way extends Deps {
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

/** Windows of one job that are recognised at the same time; its organization has no more slots. */
const AT_ONCE = 8;
/** How often the decoder, and a window, are tried. */
const TRIES = 3;
const REST_SECONDS = 5;
/**
 * An execution may have 3,000 operations, whatever it waits for: what is asked again and again is
 * asked later each time. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const later = (first: number, asked: number, step: number, most: number): number =>
  Math.min(first + asked * step, most);
/** When a job asks for a slot once more, by how often it has waited, for whichever window. */
const turnSeconds = (waits: number): number => later(10, waits, 2, MOST_TURN_SECONDS);
/** How long a callback is waited for until it is looked whether the try has ended. */
const lookSeconds = (looks: number): number => later(60, looks, 60, 240);
/** Looks after which a try counts as failed: half an hour. */
const LOOKS = 9;
/** When a recogniser that takes no more is asked again; fifteen times are ten minutes. */
const busySeconds = (attempts: number): number => later(0, attempts, 15, 45);
const BUSY_ATTEMPTS = 15;
/** How often it is looked whether a recogniser has ended what nobody wants any more. */
const STOP_SECONDS = 15;
const STOPS = 40;

const RECOGNISER_FAILED: ApiError = {
  type: 'processing_failed',
  message: 'The recogniser failed. Nothing was charged. Sending the same call again is safe.',
};

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
    (item, window) => recognised({ ...way, context: item }, shared, window, windows),
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

/** Has a window recognised, again where that failed. */
async function recognised(
  way: Way,
  shared: Shared,
  window: number,
  windows: number,
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

/** A recogniser that takes no more is asked for ten minutes, unpaid; what fails, three times. */
function patiently({ name }: Error, attempts: number): RetryDecision {
  const isBusy = name === 'RecogniserBusy';
  return {
    shouldRetry: attempts < (isBusy ? BUSY_ATTEMPTS : 3),
    delay: { seconds: isBusy ? busySeconds(attempts) : REST_SECONDS },
  };
}

/** Leaves nothing of a try behind. */
async function stopped({ work, hearing, context, tried }: WindowWay): Promise<void> {
  for (let ask = 1; ask <= STOPS; ask += 1) {
    const name = `stop ${tried.attempt}.${ask}`;
    if (await context.step(name, () => work.stop(hearing, tried))) return;
    await context.wait(`before ${name}`, { seconds: STOP_SECONDS });
  }
}
