import { guards, inputName, packetsByIndex } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { type Opening, runProbe } from './list-frames.ts';

/** How far before the stated end is looked by the index, in seconds. */
const TAIL_SECONDS = 2;
/** Counting reads all bytes of a file, which are not fetched for it where they are many. */
export const MOST_COUNTED_BYTES = 256 * 1024 ** 2;

/**
 * Whether the last picture comes earlier where packets are counted from the beginning on than by the
 * index, as in an AVI that has lost some of them.
 * @param endSeconds the end that the file states
 */
export async function countsTooFew(opening: Opening, endSeconds: number): Promise<boolean> {
  const from = Math.max(0, endSeconds - TAIL_SECONDS);
  const [counted, byIndex] = await Promise.all([
    lastTick(opening, 0),
    lastTick({ ...opening, byIndex: true }, from),
  ]);
  return counted !== undefined && byIndex !== undefined && byIndex > counted;
}

/** When the last packet of a stream is decoded, in its ticks. */
async function lastTick(
  { binaries, input, stream, byIndex, signal }: Opening,
  fromSeconds: number,
): Promise<number | undefined> {
  const output = await runProbe(
    binaries,
    [
      ...['-v', TELLS_OF_LOSS, ...guards(input, binaries), ...packetsByIndex({ byIndex })],
      ...['-select_streams', String(stream)],
      ...(fromSeconds > 0 ? ['-read_intervals', `${fromSeconds}%`] : []),
      ...['-show_entries', 'packet=dts', '-of', 'csv=p=0'],
      inputName(input, binaries),
    ],
    signal,
  );
  const lines = output.toString('latin1').split('\n');
  return lines.reduce<number | undefined>((last, line) => {
    const tick = Number.parseInt(line, 10);
    return tick > (last ?? Number.NEGATIVE_INFINITY) ? tick : last;
  }, undefined);
}
