// npm run bench:speech [-- --seed NUMBER] [--folder FOLDER] [--sounds]: whether voices are told from
// music and noise; and of each recogniser that is set up how many words it gets wrong and how far
// beside their time they stand, also on a folder of recordings with texts. --sounds: no words.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TranscriberEnv } from '../functions/compose/env/transcriber-env.ts';
import { findVoiceDetector } from '../layers/adapters/onnx/voices/find-voice-detector.ts';
import { chooseTranscriber } from '../layers/adapters/speech/find-transcriber.ts';
import type { Transcriber } from '../layers/app/ports/transcript/speech.ts';
import { findBinaries } from '../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../layers/media/speech/find-speech.ts';
import { memoryArtifacts } from '../test/support/fakes/memory-artifacts.ts';
import { makeClips } from './speech/clips.ts';
import { judgeSounds } from './speech/judge-sounds.ts';
import { makeHear, measureWords } from './speech/measure-words.ts';
import { recordingsIn, spokenWordByWord } from './speech/recordings.ts';
import { tellSpeech } from './speech/tell-speech.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    // Thresholds were set on seed 1.
    seed: { type: 'string', default: '2026' },
    sounds: { type: 'boolean', default: false },
  },
});
const env = TranscriberEnv.parse(process.env);
const binaries = await findBinaries({});
const transcribers: Transcriber[] = [];
for (const TRANSCRIBER of ['pocketsphinx', 'openai'] as const) {
  const chosen = await chooseTranscriber({ ...env, TRANSCRIBER }).catch(() => undefined);
  const store = { artifacts: memoryArtifacts(), bucket: '' };
  if (chosen) {
    transcribers.push(chosen.connect(store, (ms, signal) => wait(ms, undefined, { signal })));
  }
}
const [first] = transcribers;
if (!first && !values.sounds)
  throw new Error('no recogniser: install pocketsphinx or set TRANSCRIBER_URL');

const folder = await mkdtemp(join(tmpdir(), 'bench-speech-'));
try {
  await judgeSounds(ffmpegSpeech(binaries, findVoiceDetector()), Number(values.seed), folder);
  if (first && !values.sounds) {
    await tellSpeech(makeHear(binaries, first), await makeClips(folder));
    const recordings = [
      ...(await spokenWordByWord(folder)),
      ...(values.folder === undefined ? [] : await recordingsIn(values.folder)),
    ];
    for (const transcriber of transcribers) {
      await measureWords(makeHear(binaries, transcriber), transcriber.name, recordings);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
