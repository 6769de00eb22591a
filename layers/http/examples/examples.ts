import type { ErrorBody } from '../../domain/errors.ts';
import type { Health } from '../../domain/health.ts';
import { ACCOUNTS } from './accounts.ts';
import { QUESTIONS } from './questions.ts';
import { READS } from './reads.ts';
import { UPLOADS } from './uploads.ts';
import { VIDEOS } from './videos.ts';
import { WEBHOOKS } from './webhooks.ts';

/** One example by the id of its component. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  ...READS,
  ...QUESTIONS,
  ...UPLOADS,
  ...VIDEOS,
  ...ACCOUNTS,
  ...WEBHOOKS,
  Health: {
    status: 'ok',
    version: '0.2.0',
    ffmpeg: true,
    yt_dlp: true,
    yt_dlp_version: '2026.08.19',
    notes: [],
    transcriber: 'Amazon Transcribe',
    text_reader: 'pp-ocrv4 v1',
    answerer: 'evidence',
  } satisfies Health,
  ErrorBody: {
    error: {
      type: 'invalid_request',
      message: 'Unknown field `colums`; did you mean `cols`?',
    },
  } satisfies ErrorBody,
};
