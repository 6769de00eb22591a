import type { SpeechFinder } from '../../app/ports/speech.ts';
import type { Probe } from '../../domain/probe.ts';
import type { Window } from '../../domain/window.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { startTool, tailOf } from '../ffmpeg/process.ts';
import { judgeSpeech } from './judge-speech.ts';
import { SAMPLE_RATE } from './sound-frame.ts';

/** Sound packets need hardly any run-up; containers without an index are searched coarsely. */
const SEEK_MARGIN_SECONDS = 3;

/** Finds speech in the sound that a player plays, by ffmpeg and measures of our own. */
export const ffmpegSpeech = (binaries: Binaries): SpeechFinder => ({
  judge: (sound, [start]) => judgeSpeech(sound, start),
  async *find(input, probe, window, signal) {
    const [stream] = probe.audio;
    if (stream === undefined) {
      return { is_speech: false, confidence: 1, reason: 'There is no sound.' };
    }
    const args = soundArgs(binaries, input, stream, probe, window);
    const tool = startTool(binaries.ffmpeg, args, { pipes: 2, signal, proxy: binaries.proxy });
    const messages = tailOf(tool.pipe(2));
    try {
      const speech = yield* judgeSpeech(samplesOf(tool.pipe(1)), window[0]);
      await Promise.all([messages, tool.ended]);
      signal.throwIfAborted();
      return speech;
    } finally {
      tool.kill();
    }
  },
});

function soundArgs(
  binaries: Binaries,
  input: string,
  stream: number,
  { origin }: Probe,
  window: Window,
): string[] {
  const [start, end] = window.map((at) => (origin + at).toFixed(6));
  const seek = window[0] - SEEK_MARGIN_SECONDS;
  return [
    ...[
      '-hide_banner',
      '-nostats',
      '-nostdin',
      '-v',
      'error',
      '-copyts',
      ...guards(input, binaries),
    ],
    ...(seek > 0
      ? ['-seek_timestamp', '1', '-noaccurate_seek', '-ss', (origin + seek).toFixed(6)]
      : []),
    ...['-i', inputName(input, binaries), '-map', `0:${stream}`],
    '-af',
    // Late beginnings and gaps become silence, so that samples tell the time.
    `atrim=start=${start}:end=${end},asetpts=PTS-(${start})/TB,` +
      `aresample=${SAMPLE_RATE}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=mono`,
    ...['-f', 's16le', 'pipe:1'],
  ];
}

/** Samples out of a pipe whose chunks may end in the middle of one. */
async function* samplesOf(pipe: AsyncIterable<Buffer>): AsyncGenerator<Int16Array, void> {
  let odd = Buffer.alloc(0);
  for await (const chunk of pipe) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
    const count = Math.floor(bytes.length / 2);
    const samples = new Int16Array(count);
    for (let i = 0; i < count; i++) samples[i] = bytes.readInt16LE(2 * i);
    odd = Buffer.from(bytes.subarray(2 * count));
    if (count > 0) yield samples;
  }
}
