import { join } from 'node:path';
import type { Source } from '../read/decode.ts';
import { LiveRecording } from '../read/live-recording.ts';
import { readFrom } from '../read/read-from.ts';
import { type HeardSound, soundToHear, undecodedSound } from '../read/sound-mix.ts';
import { TimeGrid } from '../read/time-grid.ts';
import { writeFrames } from './frame-file.ts';
import { type SoundRecord, STREAMS, VERSION } from './segment-record.ts';
import { SOUND_FORM } from './stream-forms.ts';

/** Decodes the sound of a read into a folder, as the read that has pictures too would. */
export async function decodeSound(source: Source, folder: string): Promise<SoundRecord> {
  const sound = soundToHear(source.probe);
  if (!sound || 'why' in sound) throw new Error('a segment of sound was planned for none');
  const grid = new TimeGrid(source.picture);
  const seek = await seekOf(source, grid);
  const demuxed = seek === undefined ? undefined : source.picture.index;
  const recording = new LiveRecording(source, { sound, demuxed }, grid, seek);
  try {
    const path = join(folder, STREAMS.sound);
    const pieces = await writeFrames(path, SOUND_FORM, recording.sound());
    await recording.end();
    const isRefused =
      pieces === 0 &&
      (await recording.endedAtOnce()) &&
      (await endsWithPictures(source, grid, sound, seek));
    const { holes, jumps, hasFault } = await recording.soundLog();
    return {
      version: VERSION,
      segment: { kind: 'sound' },
      pieces,
      holes: holes.map(([from, to]) => [from, to]),
      jumps: jumps.map(([from, to]) => [from, to]),
      hasFault,
      unheard: isRefused ? undecodedSound(source.probe) : null,
    };
  } finally {
    recording.close();
  }
}

/** One picture of the window: enough to see where a decode of pictures begins. */
const firstTile = ({ plan }: Source, grid: TimeGrid) => ({
  count: 1,
  choose: [...grid.shiftFilters(plan.covered[0]), 'fps=fps=1:start_time=0:round=up'],
});

/** Where a read with pictures begins: sound decoders remember what came before a window. */
async function seekOf(source: Source, grid: TimeGrid): Promise<number | undefined> {
  const recording = await readFrom(
    source,
    source.plan.covered[0],
    grid,
    (seek) => new LiveRecording(source, { tiles: firstTile(source, grid) }, grid, seek),
  );
  recording.close();
  return recording.seek;
}

/** Whether it is the sound that keeps ffmpeg from reading at all, pictures included. */
async function endsWithPictures(
  source: Source,
  grid: TimeGrid,
  sound: HeardSound,
  seek: number | undefined,
): Promise<boolean> {
  const both = new LiveRecording(source, { tiles: firstTile(source, grid), sound }, grid, seek);
  try {
    return await both.endedAtOnce();
  } finally {
    both.close();
  }
}
