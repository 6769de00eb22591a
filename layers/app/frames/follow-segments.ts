import { DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import type { ReportProgress } from '../jobs/report-progress.ts';
import { keptJson } from '../kept-json.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Wait } from '../ports/clock.ts';
import {
  type DecodedSegments,
  outcomeKey,
  SegmentedOutcome,
  type SegmentFolders,
} from '../ports/sources/segmented-reads.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly wait: Wait;
}

/** Pauses between two looks at how far the read has come: short again whenever it went on. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

/** The segments of a read turned out not to be had: its file is read in one. */
export class ReadInOne extends Error {
  override readonly name = 'ReadInOne';
}

/** How far a read in segments has come; undefined when there is nothing to draw out of yet. */
export const segmentedOutcome = (
  artifacts: Deps['artifacts'],
  place: string,
): Promise<SegmentedOutcome | undefined> =>
  keptJson(artifacts, outcomeKey(place), SegmentedOutcome);

/**
 * The folders of a read that may still be decoded, each as soon as nothing in it changes any more.
 * @param read where it is kept, and how far it has come
 * @throws ReadInOne, DomainError processing_failed, while folders are waited for
 */
export function followSegments(
  { artifacts, wait, report }: Deps & { readonly report: ReportProgress },
  { place, decoded }: { readonly place: string; readonly decoded: DecodedSegments },
  signal: AbortSignal,
): SegmentFolders {
  let known = decoded;
  let pauseMs = FIRST_PAUSE_MS;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    await wait(pauseMs, signal);
    const outcome = await segmentedOutcome(artifacts, place);
    if (!outcome) throw new Error(`the segments in ${place} are gone`);
    if ('refused' in outcome) throw new ReadInOne(place);
    if ('failed' in outcome) throw DomainError.from(PROCESSING_FAILED);
    const { done, of } = outcome;
    pauseMs = done === known.done ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    known = outcome;
    report({ stage: 'decoding', done, of });
  };

  const until = async <T>(found: (now: DecodedSegments) => T | undefined): Promise<T> => {
    for (;;) {
      const value = found(known);
      if (value !== undefined) return value;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking;
    }
  };

  async function* pictures(): AsyncGenerator<string> {
    for (let i = 0; ; i++) {
      const next = await until((now) => now.pictures[i] ?? (now.isWhole ? 'end' : undefined));
      if (next === 'end') return;
      yield next;
    }
  }

  async function heard(): Promise<string> {
    const found = await until(({ sound, isWhole }) => sound ?? (isWhole ? 'none' : undefined));
    if (found === 'none') throw new Error(`the sound in ${place} is missing`);
    return found;
  }

  return {
    sound: known.sound === undefined ? undefined : heard(),
    pictures: pictures(),
  };
}
