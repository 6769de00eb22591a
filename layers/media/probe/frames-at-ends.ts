import { z } from 'zod';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD } from '../ffmpeg/input.ts';
import { runTool } from '../ffmpeg/process.ts';

const Frame = z.object({
  best_effort_timestamp: z.int().optional(),
  pts: z.int().optional(),
  interlaced_frame: z.int().optional(),
  top_field_first: z.int().optional(),
});
export type Frame = z.infer<typeof Frame>;

const Frames = z.object({ frames: z.array(Frame).default([]) });

const FIRST_PACKETS = 24;
const MAX_BYTES = 64_000_000;
/** How far before the presumed end the last frame is looked for, in seconds. */
const TAIL_SECONDS = 12;

interface Opening {
  readonly binaries: Binaries;
  readonly input: string;
  readonly stream: number;
  readonly signal: AbortSignal;
}

/** The first displayed frames, as a decoder gives them: edit lists and hidden frames are honoured. */
export async function firstFrames({ binaries, input, stream, signal }: Opening): Promise<Frame[]> {
  const args = [
    ...['-v', 'error', ...guards(input, binaries), ...PIXEL_GUARD],
    ...['-select_streams', String(stream), '-read_intervals', `%+#${FIRST_PACKETS}`],
    ...[
      '-show_frames',
      '-show_entries',
      'frame=pts,best_effort_timestamp,interlaced_frame,top_field_first',
    ],
    ...['-of', 'json', inputName(input, binaries)],
  ];
  const { output } = await run(binaries, args, signal);
  const parsed = Frames.safeParse(jsonOrUndefined(output));
  return parsed.success ? parsed.data.frames : [];
}

/**
 * Where the last frame ends, in ticks of the stream; undefined when no packet carries a time.
 * Packets near the presumed end are enough; without them (no duration in the header, a file that
 * was cut off) all packets are read, which decodes nothing.
 */
export async function endOfLastFrame(
  opening: Opening,
  presumedEndSeconds: number | undefined,
): Promise<number | undefined> {
  const select = ['-select_streams', String(opening.stream)];
  return latestEnd(opening, presumedEndSeconds, select, 'packet=pts,duration,flags');
}

/**
 * Where the last sound ends, in seconds on the file's clock; undefined when no packet carries a time.
 * Headers do not tell: the length that Matroska states is, by who wrote it, the end or what lies before it.
 */
export const endOfSound = (
  opening: Omit<Opening, 'stream'>,
  presumedEndSeconds: number | undefined,
): Promise<number | undefined> =>
  latestEnd(
    opening,
    presumedEndSeconds,
    ['-select_streams', 'a'],
    'packet=pts_time,duration_time,flags',
  );

const run = ({ ffprobe, proxy }: Binaries, args: readonly string[], signal: AbortSignal) =>
  runTool(ffprobe, args, { signal, maxBytes: MAX_BYTES, proxy });

async function latestEnd(
  opening: Omit<Opening, 'stream'>,
  presumedEndSeconds: number | undefined,
  select: readonly string[],
  entries: string,
): Promise<number | undefined> {
  if (presumedEndSeconds !== undefined) {
    const from = presumedEndSeconds - TAIL_SECONDS;
    const tail = from > 0 ? ['-read_intervals', `${from}%`] : [];
    const end = await latestEndOf(opening, [...select, ...tail], entries);
    if (end !== undefined) return end;
  }
  return latestEndOf(opening, select, entries);
}

async function latestEndOf(
  { binaries, input, signal }: Omit<Opening, 'stream'>,
  packets: readonly string[],
  entries: string,
): Promise<number | undefined> {
  const args = [
    ...['-v', 'error', ...guards(input, binaries), ...packets],
    ...['-show_entries', entries, '-of', 'csv=p=0', inputName(input, binaries)],
  ];
  const { output } = await run(binaries, args, signal);
  let [last, lastDuration] = [Number.NEGATIVE_INFINITY, 0];
  for (const line of output.toString('latin1').split('\n')) {
    const [pts = '', duration = '', flags = ''] = line.split(',');
    // Packets that an edit list cuts away are decoded but never shown.
    if (!/^-?\d+(\.\d+)?$/.test(pts) || flags.includes('D')) continue;
    if (Number(pts) > last) [last, lastDuration] = [Number(pts), Number(duration) || 0];
  }
  return Number.isFinite(last) ? last + lastDuration : undefined;
}

function jsonOrUndefined(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
