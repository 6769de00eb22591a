import { spawnSync } from 'node:child_process';

interface Span {
  start: number;
  end: number;
}

/** What ffmpeg's own detectors say of a file, in seconds. */
export interface PeerFindings {
  /** scdet at a threshold of 10. */
  cuts: number[];
  /** freezedetect at -60 dB, from one second. */
  freezes: Span[];
  /** blackdetect from a tenth of a second, its thresholds as they are. */
  blacks: Span[];
}

const numbers = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, value]) => Number(value));

export function peersSay(file: string, duration: number): PeerFindings {
  const filters = ['setpts=PTS-STARTPTS', 'scdet=threshold=10', 'freezedetect=n=-60dB:d=1'];
  const graph = [...filters, 'blackdetect=d=0.1'].join(',');
  const args = ['-v', 'info', '-nostats', '-nostdin', '-i', file, '-vf', graph, '-an'];
  const run = spawnSync('ffmpeg', [...args, '-f', 'null', '-'], { maxBuffer: 2 ** 28 });
  if (run.status !== 0) throw new Error(`ffmpeg ended with ${run.status} on ${file}`);
  const said = run.stderr.toString();
  const ends = numbers(said, /freeze_end: *([\d.]+)/g);
  const black = said.matchAll(/black_start: *([\d.]+) *black_end: *([\d.]+)/g);
  return {
    cuts: numbers(said, /lavfi\.scd\.time: *([\d.]+)/g),
    freezes: numbers(said, /freeze_start: *([\d.]+)/g).map((start, i) => ({
      start,
      end: ends[i] ?? duration,
    })),
    blacks: [...black].map(([, start, end]) => ({ start: Number(start), end: Number(end) })),
  };
}
