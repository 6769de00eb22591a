import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { runTool } from '../ffmpeg/process.ts';

/** Some fifteen bytes a frame. */
const MAX_BYTES = 256_000_000;

/** Presentation times of all frames that a player shows, in order, in ticks; nothing is decoded. */
export async function frameTimes(
  binaries: Binaries,
  input: string,
  stream: number,
  signal: AbortSignal,
): Promise<Float64Array> {
  const args = [
    ...['-v', 'error', ...guards(input, binaries), '-select_streams', String(stream)],
    ...['-show_entries', 'packet=pts,flags', '-of', 'csv=p=0', inputName(input, binaries)],
  ];
  const { output } = await runTool(binaries.ffprobe, args, {
    signal,
    maxBytes: MAX_BYTES,
    proxy: binaries.proxy,
  });
  const shown = output
    .toString('latin1')
    .split('\n')
    // Packets that an edit list cuts away are decoded but never shown.
    .flatMap((line) => (/^-?\d+,[^D]*$/.test(line) ? [Number.parseInt(line, 10)] : []));
  return Float64Array.from(shown).sort();
}
