import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { FramesResult, type Sheet } from '../../domain/frames/frames.ts';
import type { Transcript } from '../../domain/transcript/transcript.ts';
import {
  characters,
  firstThatFit,
  MOST_CHARACTERS,
  MOST_VISION_TOKENS,
  noted,
  withinBudget,
} from './budget.ts';
import { NextCall } from './next-call.ts';
import type { Arguments } from './repaired-arguments.ts';
import type { ToolAnswer, ToolContext } from './tool.ts';

/** Pictures in one answer. */
export const sheetsField = z
  .int()
  .min(1)
  .max(7)
  .default(2)
  .describe('Most sheets to show as pictures in this answer, 1 to 7.');

export const ShownFrames = FramesResult.extend({
  sheets_in_all: z.int().min(0).describe('Sheets that were made; `sheets` has those shown here.'),
  next_start: z.number().optional().describe('Second at which what is not shown here begins.'),
  next: NextCall.optional(),
});
type ShownFrames = z.input<typeof ShownFrames>;

interface Choice {
  /** Arguments of the call that the sheets were made for. */
  readonly asked: Arguments;
  readonly from?: number | undefined;
  readonly most: number;
}

/**
 * Sheets of a frames result as pictures, from a second on. What is not shown stays with the job:
 * get_job shows it without a charge.
 */
export async function showSheets(
  { who, calls }: Pick<ToolContext, 'who' | 'calls'>,
  result: FramesResult,
  { asked, from = 0, most }: Choice,
): Promise<ToolAnswer<ShownFrames>> {
  const first = result.sheets.findIndex(({ t0, t1 }) => t0 >= from || t1 > from);
  const rest = first < 0 ? [] : result.sheets.slice(first);
  const shown = firstThatFit(
    rest.slice(0, most),
    MOST_VISION_TOKENS,
    (sheet) => sheet.estimated_vision_tokens,
  );
  const pages = shown.map(({ page }) => page);
  const pictures = await calls.readPictures(who, result.job_id, pages);
  const onward = goingOn(result, nextStart(result, shown.at(-1)), { asked, most });
  const until = onward.next?.tool === 'get_job' ? onward.next_start : undefined;
  const stretch = { from: shown[0]?.t0 ?? from, until };
  return {
    structured: withinBudget(
      {
        ...result,
        // A job of the HTTP interface may have been asked for its bytes.
        sheets: shown.map(({ b64: _, ...sheet }) => sheet),
        transcript: result.transcript && said(result.transcript, stretch),
        ...(result.on_screen_text && {
          on_screen_text: result.on_screen_text.filter(inside(stretch)),
        }),
        sheets_in_all: result.sheets.length,
        ...onward,
      },
      WAYS,
    ),
    content: shown.flatMap((sheet, at) => pictured(sheet, result.sheets.length, pictures[at])),
  };
}

/** Of a frame that stands, so much before the next one comes: a millisecond. */
const JUST_BEFORE = 0.001;

/**
 * The second from which on the next sheet is shown that has a frame beyond the last one shown. A
 * frame that stands may fill sheets between them, and may begin that one too: then it is the end of
 * its standing.
 */
function nextStart({ sheets }: FramesResult, shown: Sheet | undefined): number | undefined {
  const at = sheets.findIndex(({ t1 }) => shown && t1 > shown.t1);
  const [before, following] = [sheets[at - 1], sheets[at]];
  if (!before || !following) return undefined;
  if (following.t0 > before.t0) return following.t0;
  const beyond = following.frame_times.find((time) => time > before.t1) ?? following.t1;
  return Math.max((before.t1 + beyond) / 2, beyond - JUST_BEFORE);
}

/** How to see what comes after: more sheets of this job, or what its level did not reach. */
function goingOn(
  { job_id, detail, video, coverage }: FramesResult,
  following: number | undefined,
  { asked, most: sheets }: Choice,
): Pick<ShownFrames, 'next_start' | 'next'> {
  if (following !== undefined) {
    const next = { tool: 'get_job', arguments: { job_id, start: following, sheets } };
    return { next_start: following, next };
  }
  if (!coverage.truncated) return {};
  const { next_start, requested_end } = coverage.truncated;
  const { url: _, upload_id: __, ...same } = asked;
  const window = { start: next_start, end: requested_end };
  const again = { ...same, url: video.id, detail, ...window, sheets };
  return { next_start, next: { tool: 'frames', arguments: again } };
}

/** Seconds whose sheets are shown; without `until`, up to the end. */
interface Stretch {
  readonly from: number;
  readonly until: number | undefined;
}

const inside =
  ({ from, until = Number.POSITIVE_INFINITY }: Stretch) =>
  ({ start, end }: { readonly start: number; readonly end: number }) =>
    end > from && start < until;

/** What is said in the stretch that is shown. */
function said(transcript: Transcript, stretch: Stretch): Transcript {
  const segments = transcript.segments.filter(inside(stretch));
  return {
    ...transcript,
    text: segments.map(({ text }) => text).join(' '),
    segments,
    low_confidence: transcript.low_confidence.filter(inside(stretch)),
  };
}

/** Kept free for a note, and the name of the list that it is about. */
const NOTE_CHARACTERS = 200;

/** What is left out first where an answer would be too long for its reader. */
const WAYS: readonly ((frames: ShownFrames) => ShownFrames)[] = [
  ({ signal, ...frames }) =>
    signal
      ? noted(frames, '`signal` is left out here for its length: ask for a shorter window.')
      : frames,
  (frames) =>
    frames.transcript
      ? noted(
          { ...frames, transcript: null },
          'What is said is left out here for its length: call `transcript`.',
        )
      : frames,
  ({ technical, ...frames }) =>
    noted(
      { ...frames, technical: firstOfEachList(technical) },
      'The lists of `technical` are cut after 100 entries here: ask for a shorter window.',
    ),
  ({ on_screen_text: lines, ...frames }) => {
    if (!lines) return frames;
    const room = MOST_CHARACTERS - characters(frames) - NOTE_CHARACTERS;
    const on_screen_text = firstThatFit(lines, room, (line) => characters(line) + 1);
    const cut = lines[on_screen_text.length];
    const shown = { ...frames, on_screen_text };
    return cut
      ? noted(
          shown,
          `\`on_screen_text\` is cut at second ${cut.start} here: show fewer \`sheets\`, or ask for a shorter window.`,
        )
      : shown;
  },
];

const firstOfEachList = <Lists extends object>(lists: Lists): Lists =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.slice(0, 100) : list,
    ]),
  ) as Lists;

/** A sheet for a model's eyes: what it shows, the picture, and a link for people. */
function pictured(
  { page, t0, t1, frame_times, url }: Sheet,
  of: number,
  jpeg: Uint8Array = new Uint8Array(),
): CallToolResult['content'] {
  const text = `Sheet ${page} of ${of}: ${t0} s to ${t1} s. Seconds of its tiles, row by row from the left: ${frame_times.join(', ')}.`;
  return [
    { type: 'text', text },
    { type: 'image', mimeType: 'image/jpeg', data: Buffer.from(jpeg).toString('base64') },
    ...(url === undefined
      ? []
      : [
          {
            type: 'resource_link' as const,
            uri: url,
            name: `sheet-${page}.jpg`,
            description: 'For people; expires within the hour.',
            mimeType: 'image/jpeg',
          },
        ]),
  ];
}
