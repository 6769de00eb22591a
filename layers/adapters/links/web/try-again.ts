import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '../../../domain/errors.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { refuseStatus } from './answers.ts';
import type { Answer } from './web.ts';

/** How long a part of a stream is waited for, and how often it is asked for. */
export interface Tries {
  /** Before each further try. */
  readonly pausesMs: readonly number[];
  /** What a try brings at least in a stretch of time, or it is given up. */
  readonly least: { readonly bytes: number; readonly everyMs: number };
  /** A site that asks for a longer wait is not waited for. */
  readonly longestWaitMs: number;
}

export const USUAL_TRIES: Tries = {
  pausesMs: [300, 1000, 3000],
  least: { bytes: 4096, everyMs: 8_000 },
  longestWaitMs: 10_000,
};

/** It is not there, no more, or what is asked for lies behind the end of its file. */
const MISSING = new Set([404, 410, 416]);

/** An answer that brings nothing. */
export class Answered extends Error {
  readonly status: number;
  /** What the site says by it; undefined for a status that says nothing of the kind. */
  readonly refusal: DomainError | undefined;

  constructor(answer: Answer) {
    super(`the site answered ${answer.status}`);
    this.status = answer.status;
    this.refusal = refusalIn(answer);
  }

  get saysMissing(): boolean {
    return !this.refusal || MISSING.has(this.status);
  }

  /** What the site asks for; 0 when it does not. */
  get waitSeconds(): number {
    return this.refusal?.detail.retryAfterSeconds ?? 0;
  }
}

function refusalIn(answer: Answer): DomainError | undefined {
  try {
    refuseStatus(answer);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** The site's own word, which no further try changes. */
const FINAL = new Set([401, 402, 403, 407, 451]);
/** Something is wrong here, not there. */
const OURS = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOENT', 'EACCES', 'EROFS']);

/**
 * Does a piece of work that a site may fail at, some times over.
 * @param work counts what it brings; ends when its signal says so
 * @throws DomainError source_unavailable when the last try failed, or the first told that it is
 * final
 */
export async function tryAgain<Made>(
  work: (signal: AbortSignal, brought: (bytes: number) => void) => Promise<Made>,
  { pausesMs, least, longestWaitMs }: Tries,
  signal: AbortSignal,
): Promise<Made> {
  for (let tries = 0; ; tries += 1) {
    const slow = new AbortController();
    let bytes = 0;
    const watch = setInterval(() => {
      if (bytes < least.bytes) slow.abort();
      bytes = 0;
    }, least.everyMs);
    try {
      return await work(AbortSignal.any([signal, slow.signal]), (more) => {
        bytes += more;
      });
    } catch (error) {
      signal.throwIfAborted();
      const asked = error instanceof Answered ? error.waitSeconds * 1000 : 0;
      const pause = pausesMs[tries];
      if (pause === undefined || asked > longestWaitMs || isFinal(error)) throw told(error);
      clearInterval(watch);
      await wait(Math.max(pause, asked), undefined, { signal });
    } finally {
      clearInterval(watch);
    }
  }
}

function isFinal(error: unknown): boolean {
  if (error instanceof Answered) return FINAL.has(error.status);
  // An address that is not followed has no cause beside itself.
  if (error instanceof DomainError) return error.cause === undefined;
  return isOurs(error);
}

const isOurs = (error: unknown): boolean =>
  error instanceof TypeError || OURS.has((error as NodeJS.ErrnoException).code ?? '');

function told(error: unknown): unknown {
  if (error instanceof DomainError || isOurs(error)) return error;
  if (!(error instanceof Answered)) {
    return sourceUnavailable(
      'unavailable',
      'The site broke off a part of the stream, or sent it too slowly, again and again.',
      { cause: error },
    );
  }
  const { status, refusal, saysMissing } = error;
  if (saysMissing || !refusal) return partMissing(error);
  if (refusal.detail.reason !== 'unknown') return refusal;
  return sourceUnavailable(
    'unknown',
    `The site answered ${status} for a part of the stream, again and again.`,
    { cause: error, retryAfterSeconds: refusal.detail.retryAfterSeconds },
  );
}

const partMissing = (cause: unknown) =>
  sourceUnavailable('unavailable', 'A part that the stream at the link names is not there.', {
    cause,
  });
