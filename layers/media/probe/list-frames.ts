import { z } from 'zod';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, PIXEL_GUARD, packetsByIndex } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import { limitOfKill } from './limits.ts';

export const Frame = z.object({
  /** Told where frames of several streams are asked for. */
  stream_index: z.int().optional(),
  best_effort_timestamp: z.int().optional(),
  pts: z.int().optional(),
  interlaced_frame: z.int().optional(),
  top_field_first: z.int().optional(),
  /** How many fields longer it is shown. */
  repeat_pict: z.int().optional(),
  /** Of sound. */
  nb_samples: z.int().optional(),
  side_data_list: z.array(z.object({ displaymatrix: z.string().optional() })).default([]),
});
export type Frame = z.infer<typeof Frame>;

export const ptsOf = (frame: Frame): number | undefined => frame.best_effort_timestamp ?? frame.pts;

const Frames = z.object({ frames: z.array(Frame).default([]) });

/** The members of a frame that are used, and of what goes with it. */
export const FRAME_ENTRIES =
  'pts,best_effort_timestamp,interlaced_frame,top_field_first,repeat_pict:frame_side_data=displaymatrix';

const MAX_BYTES = 64_000_000;

export interface Opening {
  readonly binaries: Binaries;
  readonly input: string;
  readonly stream: number;
  readonly signal: AbortSignal;
  /** Whether a seek comes to a second that is guessed. */
  readonly lacksIndex?: boolean;
  /** Whether one that was cut off may have lost what belongs to another stream, with no word of it. */
  readonly endsInAny?: boolean;
  /** Whether packets are lost that its index lists. */
  readonly byIndex?: boolean;
  /** Whether its clock begins again: a time that later packets are far before is not wild. */
  readonly restarts?: boolean;
}

/**
 * The frames of a stream in an interval, as a decoder gives them; none where its list is damaged.
 * @param interval as ffprobe's `-read_intervals` takes it
 */
export async function framesWithin(
  { binaries, input, stream, byIndex, signal }: Opening,
  interval: string,
): Promise<Frame[]> {
  const args = [
    '-v',
    TELLS_OF_LOSS,
    ...guards(input, binaries),
    ...packetsByIndex({ byIndex }),
    ...PIXEL_GUARD,
    '-select_streams',
    String(stream),
    '-read_intervals',
    interval,
    '-show_frames',
    '-show_entries',
    `frame=${FRAME_ENTRIES}`,
    '-of',
    'json',
    inputName(input, binaries),
  ];
  const output = await runProbe(binaries, args, signal);
  const parsed = Frames.safeParse(jsonOrUndefined(output));
  return parsed.success ? parsed.data.frames : [];
}

/**
 * What ffprobe writes.
 * @param hear is told each line that it says of its work
 * @throws DomainError no_video_stream, which names the limit when one was met
 */
export async function runProbe(
  { ffprobe, proxy }: Binaries,
  args: readonly string[],
  signal: AbortSignal,
  hear?: (line: string) => void,
): Promise<Buffer> {
  const { output, killedFor } = await runTool(ffprobe, args, {
    signal,
    maxBytes: MAX_BYTES,
    proxy,
    ...(hear && { hear }),
  });
  if (killedFor) throw limitOfKill(killedFor, { bytes: MAX_BYTES, of: 'its frames' });
  return output;
}

function jsonOrUndefined(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
