import {
  BadRequestException,
  ConflictException,
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  NotFoundException,
  StartTranscriptionJobCommand,
  type TranscribeClient,
} from '@aws-sdk/client-transcribe';
import { z } from 'zod';
import type { ArtifactStore } from '../../app/ports/artifacts.ts';
import {
  callbackKey,
  RecogniserBusy,
  soundKey,
  stretchesKey,
  type TryState,
  tryFolder,
  type WindowRecogniser,
  type WindowTry,
  wordsKey,
} from '../../app/ports/transcript/window-recogniser.ts';
import { DomainError } from '../../domain/errors.ts';
import { KeptStretch } from '../../domain/transcript/kept-speech.ts';
import { AMAZON_JOBS, codeOf } from './amazon.ts';
import { JobOutput } from './amazon-answer.ts';
import { isThrottled } from './amazon-calls.ts';
import { joinedStretches, wordsOfStretches } from './joined-stretches.ts';
import { wavOf } from './wav.ts';

interface Amazon {
  readonly client: TranscribeClient;
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'deletePrefix'>;
  readonly bucket: string;
}

const jobOf = ({ name }: Pick<WindowTry, 'name'>): string => `${AMAZON_JOBS}window-${name}`;
const SOUND = 'speech.wav';
const OUTPUT = 'words.json';

/**
 * Windows as jobs of Amazon Transcribe, one for each try and named by it: to start one again finds
 * it. Its event ends the callback; sound, words and job are deleted when they were taken.
 */
export const amazonWindows = (amazon: Amazon): WindowRecogniser => {
  const { client, artifacts } = amazon;
  return {
    refusalOf(language) {
      try {
        codeOf(language);
        return undefined;
      } catch (error) {
        if (error instanceof DomainError) return error.toApiError();
        throw error;
      }
    },
    async begin(tried, callbackId) {
      const folder = tryFolder(tried);
      const told = new TextEncoder().encode(JSON.stringify({ id: callbackId }));
      // Before the job is there: its event may come at once.
      await artifacts.put(callbackKey(folder), told, 'application/json');
      if ((await jobState(client, tried)) === undefined) await start(amazon, tried, folder);
    },
    async take(tried) {
      const seen = await jobState(client, tried);
      if (seen?.status === 'QUEUED' || seen?.status === 'IN_PROGRESS') return 'runs';
      // Done already, and not noted before a crash.
      if (!(await artifacts.get(wordsKey(tried)))) {
        const state = await keepWords(amazon, tried, seen);
        if (state !== 'heard') return state;
      }
      await clear(amazon, tried);
      return 'heard';
    },
    stop: (tried) => clear(amazon, tried),
  };
};

interface Seen {
  readonly status: string;
  readonly language: string;
}

/** Undefined for a job that there is not. */
async function jobState(client: TranscribeClient, tried: WindowTry): Promise<Seen | undefined> {
  const command = new GetTranscriptionJobCommand({ TranscriptionJobName: jobOf(tried) });
  try {
    const { TranscriptionJob: seen } = await client.send(command);
    return { status: seen?.TranscriptionJobStatus ?? '', language: seen?.LanguageCode ?? '' };
  } catch (error) {
    if (error instanceof NotFoundException || error instanceof BadRequestException)
      return undefined;
    throw error;
  }
}

async function start(
  { client, artifacts, bucket }: Amazon,
  tried: WindowTry,
  folder: string,
): Promise<void> {
  const { stretches, samples } = await soundOf(artifacts, tried);
  const wav = wavOf(joinedStretches(stretches, samples));
  await artifacts.put(`${folder}${SOUND}`, wav, 'audio/wav');
  const language = codeOf(tried.language);
  const command = new StartTranscriptionJobCommand({
    TranscriptionJobName: jobOf(tried),
    Media: { MediaFileUri: `s3://${bucket}/${folder}${SOUND}` },
    MediaFormat: 'wav',
    OutputBucketName: bucket,
    OutputKey: `${folder}${OUTPUT}`,
    ...(language === undefined ? { IdentifyLanguage: true } : { LanguageCode: language }),
  });
  try {
    await client.send(command);
  } catch (error) {
    if (isThrottled(error)) throw new RecogniserBusy('Amazon Transcribe takes no more jobs now');
    // Nobody else uses the name: an earlier try had arrived after all.
    if (!(error instanceof ConflictException)) throw error;
  }
}

async function soundOf(artifacts: Amazon['artifacts'], tried: WindowTry) {
  const [list, sound] = await Promise.all([
    artifacts.get(stretchesKey(tried)),
    artifacts.get(soundKey(tried)),
  ]);
  if (!list || !sound) throw new Error(`the sound of ${tried.folder} is gone`);
  return { stretches: stretchesIn(list), samples: new Int16Array(sound.slice().buffer) };
}

const stretchesIn = (bytes: Uint8Array): KeptStretch[] =>
  z.array(KeptStretch).parse(JSON.parse(new TextDecoder().decode(bytes)));

/** Keeps the words of a job that has ended. */
async function keepWords(
  { artifacts }: Amazon,
  tried: WindowTry,
  seen: Seen | undefined,
): Promise<TryState> {
  const [list, bytes] = await Promise.all([
    artifacts.get(stretchesKey(tried)),
    artifacts.get(`${tryFolder(tried)}${OUTPUT}`),
  ]);
  if (seen?.status !== 'COMPLETED' || !list || !bytes) return 'failed';
  const output = JobOutput.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const words = wordsOfStretches(output, seen.language, stretchesIn(list));
  const kept = new TextEncoder().encode(JSON.stringify(words));
  await artifacts.put(wordsKey(tried), kept, 'application/json');
  return 'heard';
}

/** Deletes a job with its sound and words; false while it runs, since it would write them then. */
async function clear({ client, artifacts }: Amazon, tried: WindowTry): Promise<boolean> {
  const command = new DeleteTranscriptionJobCommand({ TranscriptionJobName: jobOf(tried) });
  try {
    await client.send(command);
  } catch (error) {
    // It says so of a job that runs, and of one that there is not.
    if (!(error instanceof BadRequestException) && !(error instanceof NotFoundException))
      throw error;
    if ((await jobState(client, tried)) !== undefined) return false;
  }
  await artifacts.deletePrefix(tryFolder(tried));
  return true;
}
