import { randomUUID } from 'node:crypto';
import {
  BadRequestException,
  ConflictException,
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  NotFoundException,
  StartTranscriptionJobCommand,
  TranscribeClient,
} from '@aws-sdk/client-transcribe';
import type { ArtifactStore } from '../../app/ports/artifacts.ts';
import type { Wait } from '../../app/ports/clock.ts';
import type { Spoken, Transcriber } from '../../app/ports/transcript/speech.ts';
import { DomainError } from '../../domain/errors.ts';
import { JobOutput, readOutput } from './amazon-answer.ts';
import { patiently } from './amazon-calls.ts';
import { amazonLanguage } from './amazon-language.ts';
import { wavOf } from './wav.ts';

export interface AmazonTranscribe {
  readonly client: TranscribeClient;
  readonly artifacts: Pick<ArtifactStore, 'put' | 'get' | 'deletePrefix'>;
  /** Where the artifacts lie. */
  readonly bucket: string;
  readonly wait: Wait;
}

export const AMAZON_TRANSCRIBE = 'Amazon Transcribe';
/** How every job's name begins, which is all that the rights to see and delete jobs can hold to. */
export const AMAZON_JOBS = 'video-reader-';
const SAMPLE_RATE = 16_000;
/** Before the first looks; the last one goes on. A minute of sound takes about ten seconds. */
const LOOKS_MS = [2000, 2000, 2000, 3000, 4000, 5000];
const LONGEST_JOB_MS = 600_000;
/** For what is left behind by a call that was broken off; Lambda leaves little more. */
const LONGEST_CLEARING_MS = 20_000;

/** Milliseconds to open a connection, and until an answer begins. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 10_000;

/** Calls are repeated here, with the waits of the service; the SDK's own would multiply them. */
export const transcribeClient = (): TranscribeClient =>
  new TranscribeClient({
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });

/**
 * Amazon Transcribe. The sound and its words lie under the video's own prefix while the job runs;
 * sound, words and job are deleted when it has ended, however it ended.
 */
export const amazonTranscriber = (amazon: AmazonTranscribe): Transcriber => ({
  name: AMAZON_TRANSCRIBE,
  // 250 jobs run at once in an account whose limit was not raised; one that is refused waits.
  parallel: 8,
  async recognise(spoken, signal) {
    const language = codeOf(spoken.language);
    const job = `${AMAZON_JOBS}${randomUUID()}`;
    const folder = `${spoken.folder}${job}/`;
    try {
      await amazon.artifacts.put(`${folder}speech.wav`, wavOf(spoken.samples), 'audio/wav');
      await start(amazon, { job, folder, language }, signal);
      const found = await ended(amazon, job, signal);
      const bytes = await amazon.artifacts.get(`${folder}words.json`);
      const output = JobOutput.parse(JSON.parse(new TextDecoder().decode(bytes)));
      return readOutput(output, found, spoken.samples.length / SAMPLE_RATE);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof DomainError ? error : down(error);
    } finally {
      // What cannot be deleted now lies under the video's prefix, and goes with it.
      await clear(amazon, { job, folder }).catch(() => {});
    }
  },
});

/** @throws DomainError invalid_request for a language that it does not know */
export function codeOf(language: Spoken['language']) {
  if (language === 'auto') return undefined;
  const code = amazonLanguage(language);
  if (code !== undefined) return code;
  throw new DomainError(
    'invalid_request',
    `The recogniser that is set up here does not know the language \`${language}\`. Send another code, or leave language out to have it found.`,
    { suggestion: { language: 'auto' } },
  );
}

const down = (cause: unknown) =>
  new DomainError(
    'processing_failed',
    'The recogniser failed. Nothing was charged. Sending the same call again is safe.',
    {},
    { cause },
  );

async function start(
  { client, bucket, wait }: AmazonTranscribe,
  { job, folder, language }: { job: string; folder: string; language: ReturnType<typeof codeOf> },
  signal: AbortSignal,
): Promise<void> {
  const command = new StartTranscriptionJobCommand({
    TranscriptionJobName: job,
    Media: { MediaFileUri: `s3://${bucket}/${folder}speech.wav` },
    MediaFormat: 'wav',
    OutputBucketName: bucket,
    OutputKey: `${folder}words.json`,
    ...(language === undefined ? { IdentifyLanguage: true } : { LanguageCode: language }),
  });
  try {
    await patiently(() => client.send(command, { abortSignal: signal }), wait, signal);
  } catch (error) {
    // Nobody else uses the name: an earlier try had arrived after all.
    if (!(error instanceof ConflictException)) throw error;
  }
}

/** Waits for the end of a job; returns the language it was heard as. */
async function ended(
  { client, wait }: AmazonTranscribe,
  job: string,
  signal: AbortSignal,
): Promise<string> {
  let waited = 0;
  for (let look = 0; waited < LONGEST_JOB_MS; look++) {
    const ms = LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)] ?? 0;
    await wait(ms, signal);
    waited += ms;
    const { TranscriptionJob: seen } = await patiently(
      () =>
        client.send(new GetTranscriptionJobCommand({ TranscriptionJobName: job }), {
          abortSignal: signal,
        }),
      wait,
      signal,
    );
    if (seen?.TranscriptionJobStatus === 'COMPLETED') return seen.LanguageCode ?? '';
    if (seen?.TranscriptionJobStatus === 'FAILED') {
      throw down(new Error(seen.FailureReason ?? 'it did not say why'));
    }
  }
  throw down(new Error(`a job had not ended after ${LONGEST_JOB_MS / 1000} s`));
}

/**
 * Deletes all that a call left. A job that still runs cannot be deleted and would write its words
 * afterwards, so its end is waited for, as long as there is time.
 */
async function clear(
  { client, artifacts, wait }: AmazonTranscribe,
  { job, folder }: { job: string; folder: string },
): Promise<void> {
  const command = new DeleteTranscriptionJobCommand({ TranscriptionJobName: job });
  const { signal } = new AbortController();
  let waited = 0;
  for (let look = 0; waited < LONGEST_CLEARING_MS; look++) {
    try {
      await patiently(() => client.send(command), wait, signal);
      break;
    } catch (error) {
      // It says so too of a job that never was.
      if (!(error instanceof BadRequestException) || (await isUnknown(client, job))) break;
      const ms = LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)] ?? 0;
      await wait(ms);
      waited += ms;
    }
  }
  await artifacts.deletePrefix(folder);
}

async function isUnknown(client: TranscribeClient, job: string): Promise<boolean> {
  try {
    await client.send(new GetTranscriptionJobCommand({ TranscriptionJobName: job }));
    return false;
  } catch (error) {
    return error instanceof NotFoundException || error instanceof BadRequestException;
  }
}
