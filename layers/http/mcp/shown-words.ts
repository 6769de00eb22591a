import { z } from 'zod';
import { TranscriptResult } from '../../domain/transcript/transcript.ts';
import { characters, firstThatFit, MOST_CHARACTERS } from './budget.ts';
import { NextCall } from './next-call.ts';
import type { Arguments } from './repaired-arguments.ts';
import type { ToolAnswer } from './tool.ts';

export const ShownTranscript = TranscriptResult.extend({
  next_start: z.number().optional().describe('Second at which what is not shown here begins.'),
  next: NextCall.optional(),
});
type ShownTranscript = z.input<typeof ShownTranscript>;

interface Choice {
  /** Arguments of the call that the words were read for. */
  readonly asked: Arguments;
  readonly from?: number | undefined;
}

/**
 * A transcript from a second on, as far as one answer holds. What is left is read from its job,
 * without a charge.
 */
export function showWords(
  // A job of the HTTP interface may have been asked for a subtitle file.
  { subtitles: _, ...result }: TranscriptResult,
  { asked, from = 0 }: Choice,
): ToolAnswer<ShownTranscript> {
  const rest = result.segments.filter(({ end }) => end > from);
  const bare = { ...result, segments: [], text: '', low_confidence: [] };
  // The words stand in `text` once more.
  const size = (segment: (typeof rest)[number]) => characters(segment) + segment.text.length + 1;
  const segments = firstThatFit(rest, MOST_CHARACTERS - characters(bare) - 5_000, size);
  const following = rest[segments.length];
  const until = following?.start ?? Number.POSITIVE_INFINITY;
  const low = result.low_confidence.filter(({ end, start }) => end > from && start < until);
  return {
    structured: {
      ...result,
      segments,
      text: segments.map(({ text }) => text).join(' '),
      low_confidence: firstThatFit(low, 4_000),
      ...goingOn(result, following?.start, asked),
    },
  };
}

function goingOn(
  { job_id, video, truncated }: TranscriptResult,
  following: number | undefined,
  { url: _, upload_id: __, ...same }: Arguments,
): Pick<ShownTranscript, 'next_start' | 'next'> {
  if (following !== undefined) {
    const next = { tool: 'get_job', arguments: { job_id, start: following } };
    return { next_start: following, next };
  }
  if (!truncated) return {};
  const { next_start } = truncated;
  const again = { ...same, url: video.id, start: next_start };
  return { next_start, next: { tool: 'transcript', arguments: again } };
}
