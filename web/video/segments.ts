import type { Transcript } from '../api/types.ts';
import { joined } from './spans.ts';

type Segment = Transcript['segments'][number];

/**
 * What is said, out of several reads: the longest first, then what the others heard beside it.
 * Words that were heard into music or noise are left out.
 */
export function segmentsOf(transcripts: readonly Transcript[]): Segment[] {
  const spoken = transcripts
    .filter(({ speech }) => speech.is_speech)
    .sort((a, b) => b.segments.length - a.segments.length);
  const segments: Segment[] = [];
  for (const transcript of spoken) {
    const taken = joined(segments);
    const isNew = ({ start, end }: Segment) => {
      const middle = (start + end) / 2;
      return !taken.some((span) => span.start <= middle && middle <= span.end);
    };
    segments.push(...transcript.segments.filter(isNew));
  }
  return segments.sort((a, b) => a.start - b.start);
}
