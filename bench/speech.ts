// npm run bench:speech: whether speech is told from music and noise, and how many words the recogniser that is set up gets wrong.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { TranscriberEnv } from '../functions/compose/transcriber-env.ts';
import { chooseTranscriber } from '../layers/adapters/speech/find-transcriber.ts';
import { makeListen } from '../layers/app/listen.ts';
import type { VideoRecord } from '../layers/domain/video-record.ts';
import { findBinaries } from '../layers/media/ffmpeg/binaries.ts';
import { probe } from '../layers/media/probe/probe.ts';
import { ffmpegSpeech } from '../layers/media/speech/find-speech.ts';
import { memoryArtifacts } from '../test/support/memory-artifacts.ts';
import { makeClips } from './speech/clips.ts';
import { plainWords, wordErrors } from './speech/word-errors.ts';

const GOAL = 0.95;
const binaries = await findBinaries({});
const chosen = await chooseTranscriber(TranscriberEnv.parse(process.env));
const transcriber = chosen?.connect({ artifacts: memoryArtifacts(), bucket: '' }, (ms, signal) =>
  wait(ms, undefined, { signal }),
);
if (!transcriber) throw new Error('no recogniser: install pocketsphinx or set TRANSCRIBER_URL');
const listen = makeListen({
  artifacts: { signedUrl: async (file) => file },
  sidecar: async () => undefined,
  captions: { captions: async () => undefined },
  speech: ffmpegSpeech(binaries),
  transcriber,
});

const table = new Map<string, { clips: number; right: number; words: number; errors: number }>();
const sums = { found: 0, missed: 0, invented: 0, seconds: 0, ms: 0 };
const folder = await mkdtemp(join(tmpdir(), 'bench-speech-'));
try {
  for (const { kind, file, text } of await makeClips(folder)) {
    const signal = AbortSignal.timeout(120_000);
    const found = await probe(binaries, file, signal);
    const video = { source_key: file, probe: found } as VideoRecord;
    const began = performance.now();
    const window = [0, found.duration] as const;
    const { transcript } = await listen({ video, window, language: 'auto' }, signal);
    sums.ms += performance.now() - began;
    sums.seconds += found.duration;

    const row = table.get(kind) ?? { clips: 0, right: 0, words: 0, errors: 0 };
    table.set(kind, row);
    const { is_speech } = transcript.speech;
    row.clips++;
    if (is_speech === (text !== null)) row.right++;
    if (is_speech && text === null) sums.invented++;
    if (!is_speech && text !== null) sums.missed++;
    if (is_speech && text !== null) {
      sums.found++;
      row.words += plainWords(text).length;
      row.errors += wordErrors(plainWords(text), plainWords(transcript.text));
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const { found, missed, invented, seconds, ms } = sums;
const f1 = (2 * found) / (2 * found + missed + invented);
console.log(
  `${'clips'.padEnd(20)}${'n'.padStart(5)}${'right'.padStart(7)}${'word error'.padStart(12)}`,
);
for (const [kind, { clips, right, words, errors }] of table) {
  const rate = words === 0 ? '' : (errors / words).toFixed(3);
  console.log(
    `${kind.padEnd(20)}${String(clips).padStart(5)}${String(right).padStart(7)}${rate.padStart(12)}`,
  );
}
console.log(
  `speech: precision ${(found / (found + invented)).toFixed(3)}, recall ${(found / (found + missed)).toFixed(3)}, F1 ${f1.toFixed(3)} (goal ${GOAL})`,
);
console.log(`${transcriber.name}: ${(ms / 1000 / seconds).toFixed(2)} of the sound's length`);
