import { z } from 'zod';
import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import { untranscribedFlags } from '../../domain/frames/qa-flags.ts';
import { sheetStretches } from '../../domain/frames/sheet-stretches.ts';
import { StoredFrames } from '../../domain/frames/stored-frames.ts';
import { spokenIn, withoutWords } from '../../domain/transcript/segments.ts';
import type { Window } from '../../domain/window.ts';
import type { Made } from '../operations/settle-job.ts';
import type { Listened } from '../transcript/listen.ts';

/** What is said; the transcript is null when nobody asked, or nobody could hear it. */
export type Heard = Pick<Listened, 'notes'> & {
  readonly transcript: Listened['transcript'] | null;
};

/** What is seen of a window, complete but for its words. */
export const DrawnPictures = z.strictObject({
  result: StoredFrames,
  /** Whether there is sound that could not be decoded. */
  isUnheard: z.boolean(),
});
export type DrawnPictures = z.infer<typeof DrawnPictures>;

interface How {
  readonly plan: FramesPlan;
  /** Whether each word keeps its time. */
  readonly timesWords: boolean | undefined;
}

/**
 * The result with its words.
 * @param heard undefined when nobody asked what is said
 */
export function withWords(
  { result, isUnheard }: DrawnPictures,
  heard: Heard | undefined,
  { plan, timesWords = false }: How,
): Made<StoredFrames> {
  // Captions stand by themselves; what was judged of sound that nobody could hear does not.
  const isVain = isUnheard && heard?.transcript?.source === 'transcribed';
  const transcript = isVain ? null : (heard?.transcript ?? null);
  const notes = isVain ? [] : (heard?.notes ?? []);
  const timed = transcript?.segments ?? [];
  const segments = timesWords ? timed : timed.map(withoutWords);
  const { sheets } = result;
  const stretches = sheetStretches(plan, sheets);
  const [, end] = plan.covered;
  const left: Window = [transcript?.truncated?.next_start ?? end, end];
  return {
    result: {
      ...result,
      sheets: sheets.map((sheet, at) => ({
        ...sheet,
        spoken: spokenIn(timed, stretches[at] as Window),
        qa_flags: [...sheet.qa_flags, ...untranscribedFlags(stretches[at] as Window, left)],
      })),
      transcript: transcript && { ...transcript, segments },
      notes: [...result.notes, ...notes],
    },
    whole: transcript !== null || heard === undefined,
  };
}
