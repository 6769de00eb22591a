import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import type { Source } from '../read/decode.ts';
import { TimeGrid } from '../read/time-grid.ts';

/**
 * Packets read from each place on: where a file has an index, the first is a keyframe; transport
 * streams have none, and one comes within ten seconds or so.
 */
const PACKETS = [1, 600];
const MAX_BYTES = 64_000_000;

interface Packet {
  readonly pts: number;
  readonly isKey: boolean;
}

/**
 * Keyframes near some seconds of a file, as presentation times in ticks, ascending. Only the
 * packets there are read. In files whose packets carry no times none is found.
 */
export async function findKeyframes(source: Source, seconds: readonly number[]): Promise<number[]> {
  const found = new Set<number>();
  if (seconds.length === 0) return [];
  for (const count of PACKETS) {
    const packets = await packetsAt(source, seconds, count);
    for (const { pts, isKey } of packets) if (isKey) found.add(pts);
    if (packets.length > 0 && packets.every(({ isKey }) => isKey)) break;
  }
  return [...found].sort((a, b) => a - b);
}

async function packetsAt(
  { binaries, input, picture, signal }: Source,
  seconds: readonly number[],
  count: number,
): Promise<Packet[]> {
  const grid = new TimeGrid(picture);
  const places = seconds.map((second) => `${grid.fileSeconds(second).toFixed(6)}%+#${count}`);
  const args = [
    '-v',
    TELLS_OF_LOSS,
    ...guards(input, binaries),
    '-select_streams',
    String(picture.index),
    '-read_intervals',
    places.join(','),
    '-show_entries',
    'packet=pts,flags',
    '-of',
    'csv=p=0',
    inputName(input, binaries),
  ];
  const running = { signal, maxBytes: MAX_BYTES, proxy: binaries.proxy };
  const { output } = await runTool(binaries.ffprobe, args, running);
  return output
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const [pts = '', flags = ''] = line.split(',');
      // Packets that an edit list cuts away are decoded but never shown.
      if (!/^-?\d+$/.test(pts) || flags.includes('D')) return [];
      return [{ pts: Number(pts), isKey: flags.includes('K') }];
    });
}
