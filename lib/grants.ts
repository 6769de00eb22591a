import type { Env as CancelJob } from '../functions/api/cancel-job/env.ts';
import type { Env as CompleteUpload } from '../functions/api/complete-upload/env.ts';
import type { Env as DetailLevels } from '../functions/api/detail-levels/route.ts';
import type { Env as DirectUpload } from '../functions/api/direct-upload/env.ts';
import type { Env as EraseVideo } from '../functions/api/erase-video/env.ts';
import type { Env as GetJob } from '../functions/api/get-job/env.ts';
import type { Env as Healthz } from '../functions/api/healthz/env.ts';
import type { Env as ListVideos } from '../functions/api/list-videos/env.ts';
import type { Env as OpenApi } from '../functions/api/openapi/route.ts';
import type { Env as ResendDelivery } from '../functions/api/resend-delivery/env.ts';
import type { Env as TicketUpload } from '../functions/api/ticket-upload/env.ts';
import type { Env as UploadTickets } from '../functions/api/upload-tickets/env.ts';
import type { Env as Uploads } from '../functions/api/uploads/env.ts';
import type { DirectUploadsEnv } from '../functions/compose/env/direct-uploads-env.ts';
import type { McpEnv } from '../functions/compose/env/mcp-env.ts';
import type { QuestionEnv } from '../functions/compose/env/question-env.ts';
import type { ReadingEnv } from '../functions/compose/env/reading-env.ts';
import type { TablesEnv } from '../functions/compose/env/tables-env.ts';
import type { Env as LongRead } from '../functions/durable/long-read/env.ts';
import type { Env as LongTranscript } from '../functions/durable/transcript/env.ts';
import type { Env as Sweep } from '../functions/events/sweep/env.ts';
import type { Env as Tidy } from '../functions/events/tidy/env.ts';
import type { Env as Transcribed } from '../functions/events/transcribed/env.ts';
import type { Env as OAuth } from '../functions/oauth/env.ts';
import type { Env as SignIn } from '../functions/pages/signin/env.ts';
import type { Env as Ingest } from '../functions/workers/ingest/env.ts';
import type { Env as MailCode } from '../functions/workers/mail/env.ts';
import type { Env as Merge } from '../functions/workers/merge/env.ts';
import type { Env as Read } from '../functions/workers/read/env.ts';
import type { Env as Recognise } from '../functions/workers/recognise/env.ts';
import type { Env as Webhook } from '../functions/workers/webhook/env.ts';
import type { Env as WorkingCopy } from '../functions/workers/working-copy/env.ts';
import { type Access, grants } from './access.ts';

/**
 * Every call with a credential: the records hold its key and count its organization's calls, the
 * ledger its plan.
 */
const CALLED = { RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' } as const;
const CALLING = grants<TablesEnv>(CALLED);

/** What makes a video of a file that arrived. */
const TAKING_UPLOADS = {
  RECORDS_TABLE: 'write',
  BUCKET: ['read', 'write', 'delete'],
  COPY_QUEUE_URL: ['send'],
  WEBHOOK_QUEUE_URL: ['send'],
  DECODE_NOW_FUNCTION: 'call',
} as const;

/** Calls that become jobs. */
const CALLS = {
  RECORDS_TABLE: 'write',
  LEDGER_TABLE: 'write',
  BUCKET: ['read'],
  READ_QUEUE_URL: ['send'],
  MERGE_QUEUE_URL: ['send'],
  WEBHOOK_QUEUE_URL: ['send'],
  TRANSCRIBER: 'name',
  TEXT_READER: 'name',
} as const;
const ACCEPTING = grants<ReadingEnv>(CALLS);

/** Calls that ask questions. */
const QUESTIONS = { ...CALLS, ANSWERER: 'name' } as const;
const ASKING = grants<QuestionEnv>(QUESTIONS);

/** Calls about batches, each of which may end a job that was begun when its batch was cancelled. */
const BATCHING = grants<QuestionEnv>({ ...QUESTIONS, BUCKET: ['read', 'delete'] });

/** By the route's name. */
export const API_GRANTS: Readonly<Record<string, Partial<Access>>> = {
  frames: ACCEPTING,
  transcript: ACCEPTING,
  'watch-video': ASKING,
  'create-batch': BATCHING,
  'get-batch': BATCHING,
  'cancel-batch': BATCHING,
  uploads: grants<Uploads>({ ...CALLED, ...TAKING_UPLOADS }),
  'upload-tickets': grants<UploadTickets>({ ...CALLED, TICKET_SECRET: 'sign' }),
  'ticket-upload': grants<TicketUpload>({ ...CALLED, ...TAKING_UPLOADS, TICKET_SECRET: 'sign' }),
  'direct-upload': grants<DirectUpload>({
    ...CALLED,
    BUCKET: ['write'],
    TICKET_SECRET: 'sign',
    UPLOAD_SIGNER_ROLE: 'write',
  }),
  'upload-addresses': grants<DirectUploadsEnv>({
    ...CALLED,
    BUCKET: ['read', 'write'],
    TICKET_SECRET: 'sign',
    UPLOAD_SIGNER_ROLE: 'write',
  }),
  'complete-upload': grants<CompleteUpload>({
    ...CALLED,
    ...TAKING_UPLOADS,
    INGEST_QUEUE_URL: ['send'],
    TICKET_SECRET: 'sign',
  }),
  'erase-video': grants<EraseVideo>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'write',
    BUCKET: ['delete', 'delete masters', 'record erasures'],
    WEBHOOK_QUEUE_URL: ['send'],
  }),
  'list-videos': grants<ListVideos>({ ...CALLED, BUCKET: ['read'] }),
  'get-job': grants<GetJob>({ ...CALLED, BUCKET: ['read'] }),
  'list-jobs': CALLING,
  'cancel-job': grants<CancelJob>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'write',
    BUCKET: ['delete'],
    WEBHOOK_QUEUE_URL: ['send'],
  }),
  'list-deliveries': CALLING,
  'resend-delivery': grants<ResendDelivery>({ ...CALLED, WEBHOOK_QUEUE_URL: ['send'] }),
  credits: grants<TablesEnv>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'write' }),
  session: CALLING,
  'end-session': CALLING,
  'rotate-webhook-secret': CALLING,
  'list-keys': CALLING,
  'create-key': CALLING,
  'rename-key': CALLING,
  'revoke-key': CALLING,
  'list-connections': CALLING,
  'list-members': CALLING,
  'add-member': CALLING,
  'remove-member': CALLING,
  disconnect: CALLING,
  mcp: grants<McpEnv>({
    ...QUESTIONS,
    BUCKET: ['read', 'delete', 'delete masters', 'record erasures'],
    TICKET_SECRET: 'sign',
  }),
  'detail-levels': grants<DetailLevels>({}),
  openapi: grants<OpenApi>({}),
  healthz: grants<Healthz>({ TRANSCRIBER: 'name', TEXT_READER: 'name', ANSWERER: 'name' }),
};

/** By the folder under functions/. */
export const PAGE_GRANTS: Readonly<Record<string, Partial<Access>>> = {
  'pages/signin': grants<SignIn>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'read',
    MAIL_QUEUE_URL: ['send'],
    OPENID_ISSUER: 'ask',
  }),
  oauth: grants<OAuth>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'read',
    OAUTH_SECRET: 'derive',
  }),
};

/** By the event's name. */
export const EVENT_GRANTS: Readonly<Record<string, Partial<Access>>> = {
  sweep: grants<Sweep>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'write',
    BUCKET: ['read', 'delete'],
    READ_QUEUE_URL: ['send', 'count'],
    MERGE_QUEUE_URL: ['send', 'count'],
    WEBHOOK_QUEUE_URL: ['send'],
    TRANSCRIBER: 'name',
    TEXT_READER: 'name',
    ANSWERER: 'name',
  }),
  tidy: grants<Tidy>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'write',
    BUCKET: ['read', 'write', 'delete', 'delete masters', 'record erasures'],
    WEBHOOK_QUEUE_URL: ['send'],
  }),
};

/** By the folder under functions/events, of functions that other services of AWS tell of something. */
export const TOLD_GRANTS: Readonly<Record<string, Partial<Access>>> = {
  transcribed: grants<Transcribed>({ BUCKET: ['read'] }),
};

/** Of workers that run jobs; each also receives from a queue of its own. */
const RUNNING_JOBS = {
  RECORDS_TABLE: 'write',
  LEDGER_TABLE: 'write',
  BUCKET: ['read', 'write', 'delete'],
  READ_QUEUE_URL: ['send'],
  MERGE_QUEUE_URL: ['send'],
  WEBHOOK_QUEUE_URL: ['send'],
  COPY_QUEUE_URL: ['send'],
  LONG_READ_FUNCTION: 'start',
  DECODE_NOW_FUNCTION: 'call',
  FETCH_FUNCTION: 'call',
  TRANSCRIPT_FUNCTION: 'start',
  TRANSCRIBER: 'use',
  TEXT_READER: 'name',
  ANSWERER: 'use',
  LINK_PROXY: 'use',
} as const;

/** By the worker's name. */
export const WORKER_GRANTS: Readonly<Record<string, Partial<Access>>> = {
  merge: grants<Merge>({ ...RUNNING_JOBS, MERGE_QUEUE_URL: ['receive', 'send'] }),
  read: grants<Read>({ ...RUNNING_JOBS, READ_QUEUE_URL: ['receive', 'send'] }),
  ingest: grants<Ingest>({ ...TAKING_UPLOADS, INGEST_QUEUE_URL: ['receive'] }),
  webhook: grants<Webhook>({ RECORDS_TABLE: 'write', WEBHOOK_QUEUE_URL: ['receive', 'send'] }),
  'working-copy': grants<WorkingCopy>({
    DECODE_NOW_FUNCTION: 'call',
    RECORDS_TABLE: 'write',
    BUCKET: ['read', 'write', 'delete', 'keep masters'],
    COPY_QUEUE_URL: ['receive', 'send'],
  }),
  mail: grants<MailCode>({
    RECORDS_TABLE: 'read',
    MAIL_QUEUE_URL: ['receive'],
    MAIL_SENDER: 'send',
  }),
  recognise: grants<Recognise>({
    BUCKET: ['read', 'write', 'delete'],
    RECOGNISE_QUEUE_URL: ['receive'],
    TRANSCRIBER: 'name',
  }),
};

/** By the durable function's name. */
export const DURABLE_GRANTS: Readonly<Record<string, Partial<Access>>> = {
  'long-read': grants<LongRead>({
    RECORDS_TABLE: 'write',
    BUCKET: ['read', 'write', 'delete'],
    MERGE_QUEUE_URL: ['send'],
    DECODE_FUNCTION: 'call',
    DECODE_SOUND_FUNCTION: 'call',
    UPLOAD_SIGNER_ROLE: 'read and write',
  }),
  transcript: grants<LongTranscript>({
    RECORDS_TABLE: 'write',
    BUCKET: ['read', 'write', 'delete'],
    MERGE_QUEUE_URL: ['send'],
    RECOGNISE_QUEUE_URL: ['send'],
    TRANSCRIBER: 'use',
    DECODE_FUNCTION: 'call',
    UPLOAD_SIGNER_ROLE: 'read and write',
  }),
};

/** @throws Error where a table of grants does not speak of a function */
export function grantsOf(
  table: Readonly<Record<string, Partial<Access>>>,
  name: string,
): Partial<Access> {
  const access = table[name];
  if (access === undefined) throw new Error(`lib/grants.ts says nothing of ${name}`);
  return access;
}
