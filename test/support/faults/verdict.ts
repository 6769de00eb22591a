import { isDeepStrictEqual } from 'node:util';
import type { FaultKind } from './fault.ts';
import type { Outcome } from './outcome.ts';

const GOOD = ['same result', 'ended as fault', 'master stays'] as const;
const BAD = [
  'lost job',
  'double charge',
  'short result',
  'told as damage',
  'master lost',
  'webhook lost',
  'no ApiError',
  'other refusal',
] as const;
export const VERDICTS = [...GOOD, ...BAD] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Errors that are no verdict about the file or the call. */
const FAULTS = new Set(['processing_failed', 'rate_limited', 'source_unavailable']);
/** Errors that say that the file is not what it should be. */
const DAMAGE = new Set(['no_video_stream', 'invalid_window']);

const spent = ({ ledger }: Outcome): number => -ledger.reduce((sum, { delta }) => sum + delta, 0);

/** Compares what is left of a disturbed scene with what is left of the same one undisturbed. */
export function verdictOn(undisturbed: Outcome, found: Outcome): Verdict {
  const { refused, jobs, result, sheets, webhooks } = found;
  const masters = new Set(undisturbed.sources.flatMap(({ master }) => master ?? []));
  const copies = new Set(undisturbed.sources.flatMap(({ source }) => source ?? []));
  const isLost = ({ copied, source, master }: Outcome['sources'][number]) =>
    !masters.has(master ?? '') || !(copied ? copies : masters).has(source ?? '');
  if (found.sources.some(isLost)) return 'master lost';
  if (jobs.some(({ status }) => status === 'queued' || status === 'running')) return 'lost job';

  const succeeded = jobs.some(({ status }) => status === 'succeeded');
  const owed = succeeded ? spent(undisturbed) : 0;
  if (!found.balanced || spent(found) !== owed) return 'double charge';
  const errors = [refused ?? [], jobs.flatMap(({ error }) => error ?? [])].flat();
  if (errors.some((error) => DAMAGE.has(error))) return 'told as damage';
  if (errors.includes('none')) return 'no ApiError';
  if (errors.some((error) => !FAULTS.has(error))) return 'other refusal';
  const ends = jobs.map(({ status }) => `job.${status}`).sort();
  if (found.forged > 0 || !isDeepStrictEqual(webhooks.toSorted(), ends)) return 'webhook lost';

  if (errors.length > 0) return 'ended as fault';
  if (!isDeepStrictEqual([result, sheets], [undisturbed.result, undisturbed.sheets])) {
    return /damage|could not be decoded/i.test(JSON.stringify(result))
      ? 'told as damage'
      : 'short result';
  }
  if (isDeepStrictEqual(found.sources, undisturbed.sources)) return 'same result';
  return found.sources.every(({ copied }) => !copied) ? 'master stays' : 'master lost';
}

/** What one injection came to. */
export interface Injection {
  readonly connection: string;
  readonly kind: FaultKind;
  readonly verdict: Verdict;
  readonly seconds: number;
  /** For whoever looks into one that is bad. */
  readonly found: Outcome;
}

export const isBad = ({ verdict }: Pick<Injection, 'verdict'>): boolean =>
  BAD.some((bad) => bad === verdict);
