import { tmpdir } from 'node:os';
import { findYtDlp } from '../../../layers/adapters/links/yt-dlp/find-binary.ts';
import { chooseAnswerer } from '../../../layers/adapters/models/find-answerer.ts';
import { chooseTextReader } from '../../../layers/adapters/onnx/text/find-text-reader.ts';
import { canTellVoices } from '../../../layers/adapters/onnx/voices/find-voice-detector.ts';
import { chooseTranscriber } from '../../../layers/adapters/speech/find-transcriber.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { printed, runs } from '../../../layers/adapters/system/runs.ts';
import { bytesLeft } from '../../../layers/adapters/system/scratch.ts';
import { makeGetHealth } from '../../../layers/app/get-health.ts';
import { EVIDENCE } from '../../../layers/app/questions/evidence-reader.ts';
import { openHandler } from '../../../layers/http/http-handler.ts';
import about from '../../../package.json' with { type: 'json' };
import { binariesIn } from '../../compose/binaries.ts';
import { Env } from './env.ts';
import { healthzRoute } from './route.ts';

const env = Env.parse(process.env);
/** It is a hundred files of Python, which a new instance reads for the first time. */
const YT_DLP_START_MS = 20_000;

const getHealth = makeGetHealth({
  version: about.version,
  ffmpeg: () =>
    binariesIn(env).then(
      ({ ffmpeg }) => runs(ffmpeg, ['-version']),
      () => false,
    ),
  ytDlp: async () => {
    const binary = await findYtDlp(env.YT_DLP_PATH, env.PATH);
    return binary === undefined
      ? null
      : printed(binary, ['--ignore-config', '--version'], YT_DLP_START_MS);
  },
  transcriber: () =>
    chooseTranscriber(env).then(
      (chosen) => chosen?.name ?? null,
      () => null,
    ),
  voices: canTellVoices,
  textReader: async () => chooseTextReader(env)?.name ?? null,
  answerer: async () => {
    try {
      return chooseAnswerer(env)?.name ?? EVIDENCE;
    } catch {
      return null;
    }
  },
  // On one machine everything is kept in the folder that the mails lie in; in the cloud nothing is
  // kept on a disk.
  room: async () => {
    if (env.MAIL_DIR === undefined) return Number.POSITIVE_INFINITY;
    return Math.min(...(await Promise.all([tmpdir(), env.MAIL_DIR].map(bytesLeft))));
  },
  now: systemClock,
});

export const handler = openHandler(healthzRoute, async () => ({
  status: 200,
  body: await getHealth(),
}));
