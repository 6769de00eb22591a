import { findVoiceDetector } from '../../layers/adapters/onnx/voices/find-voice-detector.ts';
import type { Transcriber } from '../../layers/app/ports/transcript/speech.ts';
import { makeListen } from '../../layers/app/transcript/listen.ts';
import type { VideoRecord } from '../../layers/domain/videos/video-record.ts';
import type { Binaries } from '../../layers/media/ffmpeg/binaries.ts';
import { probe } from '../../layers/media/probe/probe.ts';
import { ffmpegSpeech } from '../../layers/media/speech/find-speech.ts';
import type { Recording } from './recordings.ts';
import { compareWords, plainWords } from './word-errors.ts';

/** Listens to a file as the service does. */
export function makeHear(binaries: Binaries, transcriber: Transcriber) {
  const finder = ffmpegSpeech(binaries, findVoiceDetector());
  return async (file: string) => {
    const signal = AbortSignal.timeout(600_000);
    const found = await probe(binaries, file, signal);
    const video = { org_id: 'o', video_id: 'v', probe: found } as VideoRecord;
    const window = [0, found.duration] as const;
    const listen = makeListen({
      sidecar: async () => undefined,
      captions: { captions: async () => undefined },
      speech: { ...finder, find: (_, ...of) => finder.find(file, ...of) },
      transcriber,
    });
    const began = performance.now();
    const stored = { source_key: file, size_bytes: 1, sha256: null };
    const source = { version: undefined, stored };
    const { transcript } = await listen({ video, source, window, language: 'auto' }, signal);
    return { transcript, seconds: found.duration, ms: performance.now() - began };
  };
}

interface Row {
  words: number;
  errors: number;
  /** Seconds by which words that were heard rightly begin and end beside their time. */
  readonly off: number[];
  seconds: number;
  ms: number;
}

/**
 * Prints how many words are heard wrongly, and how far beside their time those that are heard
 * rightly stand.
 */
export async function measureWords(
  hear: ReturnType<typeof makeHear>,
  name: string,
  recordings: readonly Recording[],
): Promise<void> {
  const rows = new Map<string, Row>();
  for (const { kind, file, text, words } of recordings) {
    const { transcript, seconds, ms } = await hear(file);
    const row = rows.get(kind) ?? { words: 0, errors: 0, off: [], seconds: 0, ms: 0 };
    rows.set(kind, row);
    const heard = transcript.segments.flatMap((segment) => segment.words ?? []);
    const said = plainWords(text);
    const { errors, same } = compareWords(
      said,
      heard.map(({ word }) => plainWords(word).join('')),
    );
    row.words += said.length;
    row.errors += errors;
    row.seconds += seconds;
    row.ms += ms;
    for (const [i, j] of same) {
      const [truth, told] = [words[i], heard[j]];
      if (!truth || !told) continue;
      row.off.push(Math.abs(told.start - truth.start), Math.abs(told.end - truth.end));
    }
  }
  const columns = ['word error', 'timed', 'median ms', 'p90 ms', 'x realtime'];
  console.log(`\n${name.padEnd(24)}${columns.map((column) => column.padStart(12)).join('')}`);
  for (const [kind, { words, errors, off, seconds, ms }] of rows) {
    const cells = [
      (errors / words).toFixed(3),
      String(off.length / 2),
      milliseconds(off, 0.5),
      milliseconds(off, 0.9),
      (ms / 1000 / seconds).toFixed(2),
    ];
    console.log(`${kind.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  }
}

function milliseconds(off: readonly number[], part: number): string {
  const sorted = off.toSorted((a, b) => a - b);
  const at = sorted[Math.floor(part * (sorted.length - 1))];
  return at === undefined ? '-' : (1000 * at).toFixed(0);
}
