import type { Env as AddMember } from '../functions/api/add-member/route.ts';
import type { Env as CancelJob } from '../functions/api/cancel-job/route.ts';
import type { Env as CompleteUpload } from '../functions/api/complete-upload/route.ts';
import type { Env as CreateKey } from '../functions/api/create-key/route.ts';
import type { Env as Credits } from '../functions/api/credits/route.ts';
import type { Env as DetailLevels } from '../functions/api/detail-levels/route.ts';
import type { Env as DirectUpload } from '../functions/api/direct-upload/route.ts';
import type { Env as Disconnect } from '../functions/api/disconnect/route.ts';
import type { Env as EndSession } from '../functions/api/end-session/route.ts';
import type { Env as EraseVideo } from '../functions/api/erase-video/route.ts';
import type { Env as GetJob } from '../functions/api/get-job/route.ts';
import type { Env as Healthz } from '../functions/api/healthz/env.ts';
import type { Env as ListConnections } from '../functions/api/list-connections/route.ts';
import type { Env as ListDeliveries } from '../functions/api/list-deliveries/route.ts';
import type { Env as ListJobs } from '../functions/api/list-jobs/route.ts';
import type { Env as ListKeys } from '../functions/api/list-keys/route.ts';
import type { Env as ListMembers } from '../functions/api/list-members/route.ts';
import type { Env as ListVideos } from '../functions/api/list-videos/route.ts';
import type { Env as OpenApi } from '../functions/api/openapi/route.ts';
import type { Env as RemoveMember } from '../functions/api/remove-member/route.ts';
import type { Env as RenameKey } from '../functions/api/rename-key/route.ts';
import type { Env as ResendDelivery } from '../functions/api/resend-delivery/route.ts';
import type { Env as RevokeKey } from '../functions/api/revoke-key/route.ts';
import type { Env as RotateWebhookSecret } from '../functions/api/rotate-webhook-secret/route.ts';
import type { Env as Session } from '../functions/api/session/route.ts';
import type { Env as TicketUpload } from '../functions/api/ticket-upload/route.ts';
import type { Env as UploadAddresses } from '../functions/api/upload-addresses/route.ts';
import type { Env as UploadTickets } from '../functions/api/upload-tickets/route.ts';
import type { Env as Uploads } from '../functions/api/uploads/route.ts';
import type { McpEnv } from '../functions/compose/mcp-env.ts';
import type { QuestionEnv } from '../functions/compose/question-env.ts';
import type { ReadingEnv } from '../functions/compose/reading-env.ts';
import type { Env as LongRead } from '../functions/durable/long-read/env.ts';
import type { Env as LongTranscript } from '../functions/durable/transcript/env.ts';
import type { Env as Sweep } from '../functions/events/sweep/env.ts';
import type { Env as Tidy } from '../functions/events/tidy/env.ts';
import type { Env as Transcribed } from '../functions/events/transcribed/env.ts';
import type { Env as OAuth } from '../functions/oauth/env.ts';
import type { Env as SignIn } from '../functions/pages/signin/route.ts';
import type { Env as Ingest } from '../functions/workers/ingest/env.ts';
import type { Env as MailCode } from '../functions/workers/mail/env.ts';
import type { Env as Merge } from '../functions/workers/merge/env.ts';
import type { Env as Read } from '../functions/workers/read/env.ts';
import type { Env as Recognise } from '../functions/workers/recognise/env.ts';
import type { Env as Webhook } from '../functions/workers/webhook/env.ts';
import type { QueueVariable } from '../functions/workers/workers.ts';
import type { Env as WorkingCopy } from '../functions/workers/working-copy/env.ts';

/** `write` includes reading. */
export type TableAccess = 'read' | 'write';
/**
 * Of the objects under `orgs/`; masters that were set aside lie under `masters/`, records of
 * erasures under `erasures/`.
 */
export type BucketAccess =
  | 'read'
  | 'write'
  | 'delete'
  | 'keep masters'
  | 'delete masters'
  | 'record erasures';
export type QueueAccess = 'send' | 'receive' | 'count';
/** What the addresses allow that a role of their own signs. */
export type SignerAccess = 'write' | 'read and write';

/** What a function may do with each thing whose name its environment holds. */
export interface Access extends Record<QueueVariable, readonly QueueAccess[]> {
  RECORDS_TABLE: TableAccess;
  LEDGER_TABLE: TableAccess;
  BUCKET: readonly BucketAccess[];
  TICKET_SECRET: 'sign';
  TRANSCRIBER: 'use' | 'name';
  TEXT_READER: 'name';
  UPLOAD_SIGNER_ROLE: SignerAccess;
  MAIL_SENDER: 'send';
  OPENID_ISSUER: 'ask';
  ANSWERER: 'use' | 'name';
  LINK_PROXY: 'use';
  OAUTH_SECRET: 'derive';
  LONG_READ_FUNCTION: 'start';
  TRANSCRIPT_FUNCTION: 'start';
  DECODE_FUNCTION: 'call';
  DECODE_SOUND_FUNCTION: 'call';
  DECODE_NOW_FUNCTION: 'call';
  FETCH_FUNCTION: 'call';
}

/** Variables that name nothing in the cloud; each has a default or is set by the image. */
type Setting =
  | 'LOG_LEVEL'
  | 'FFMPEG_PATH'
  | 'FFPROBE_PATH'
  | 'FFMPEG_RELEASE'
  | 'ALLOW_PRIVATE_SOURCES'
  | 'SYNC_WAIT_SECONDS'
  | 'TRANSCRIBER_MODEL'
  | 'YT_DLP_PATH'
  | 'PATH'
  | 'LINK_PROXY_HOSTS'
  | 'LINK_COOKIES'
  | 'MAIL_DIR'
  | 'OPENID_CLIENT_ID'
  | 'OPENID_CLIENT_SECRET'
  | 'OPENID_NAME'
  | 'ANSWERER_TOKENS_PER_CREDIT'
  | 'SEGMENT_SECONDS'
  | 'LISTEN_SECONDS'
  | 'FETCH_ROUND_SECONDS'
  | 'SPEECH_WINDOW_SECONDS'
  | 'DECODES_AT_ONCE'
  | 'WAITING_IS_FREE'
  | 'ORGANIZATION_DECODES';

/** Variables that may be unset on one machine, and name something in the cloud. */
type CloudOnly =
  | 'TRANSCRIBER'
  | 'TEXT_READER'
  | 'ANSWERER'
  | 'UPLOAD_SIGNER_ROLE'
  | 'MAIL_SENDER'
  | 'OPENID_ISSUER'
  | 'LINK_PROXY';

type Needed<Env> = string extends keyof Env
  ? never
  : Exclude<
      {
        [K in keyof Env]-?: K extends CloudOnly ? K : undefined extends Env[K] ? never : K;
      }[keyof Env],
      Setting
    >;

/**
 * Exactly the variables that `Env` asks for: one renamed, added or dropped there does not compile
 * here.
 */
type Grants<Env> = {
  readonly [K in Needed<Env>]: K extends keyof Access ? Access[K] : never;
} & { readonly [K in Exclude<keyof Access, Needed<Env>>]?: never };

const grants = <Env>(access: Grants<Env> & Partial<Access>): Partial<Access> => access;

/** Calls that become jobs. */
const ACCEPTING = grants<ReadingEnv>({
  RECORDS_TABLE: 'write',
  LEDGER_TABLE: 'write',
  BUCKET: ['read'],
  READ_QUEUE_URL: ['send'],
  WEBHOOK_QUEUE_URL: ['send'],
  TRANSCRIBER: 'name',
  TEXT_READER: 'name',
});

const QUESTIONS = {
  RECORDS_TABLE: 'write',
  LEDGER_TABLE: 'write',
  BUCKET: ['read'],
  READ_QUEUE_URL: ['send'],
  WEBHOOK_QUEUE_URL: ['send'],
  TRANSCRIBER: 'name',
  TEXT_READER: 'name',
  ANSWERER: 'name',
} as const;

/** Calls that ask questions. */
const ASKING = grants<QuestionEnv>(QUESTIONS);

/** Calls about batches, each of which may end a job that was begun when its batch was cancelled. */
const BATCHING = grants<QuestionEnv>({ ...QUESTIONS, BUCKET: ['read', 'delete'] });

/**
 * By the route's name. Every call with a credential writes records: its organization's calls are
 * counted there.
 */
export const API_GRANTS: Readonly<Record<string, Partial<Access>>> = {
  frames: ACCEPTING,
  transcript: ACCEPTING,
  'watch-video': ASKING,
  'create-batch': BATCHING,
  'get-batch': BATCHING,
  'cancel-batch': BATCHING,
  uploads: grants<Uploads>({
    DECODE_NOW_FUNCTION: 'call',
    RECORDS_TABLE: 'write',
    COPY_QUEUE_URL: ['send'],
    WEBHOOK_QUEUE_URL: ['send'],
    LEDGER_TABLE: 'read',
    BUCKET: ['read', 'write', 'delete'],
  }),
  'upload-tickets': grants<UploadTickets>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'read',
    TICKET_SECRET: 'sign',
  }),
  'ticket-upload': grants<TicketUpload>({
    DECODE_NOW_FUNCTION: 'call',
    RECORDS_TABLE: 'write',
    COPY_QUEUE_URL: ['send'],
    WEBHOOK_QUEUE_URL: ['send'],
    LEDGER_TABLE: 'read',
    BUCKET: ['read', 'write', 'delete'],
    TICKET_SECRET: 'sign',
  }),
  'direct-upload': grants<DirectUpload>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'read',
    BUCKET: ['write'],
    TICKET_SECRET: 'sign',
    UPLOAD_SIGNER_ROLE: 'write',
  }),
  'upload-addresses': grants<UploadAddresses>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'read',
    BUCKET: ['read', 'write'],
    TICKET_SECRET: 'sign',
    UPLOAD_SIGNER_ROLE: 'write',
  }),
  'complete-upload': grants<CompleteUpload>({
    DECODE_NOW_FUNCTION: 'call',
    RECORDS_TABLE: 'write',
    COPY_QUEUE_URL: ['send'],
    WEBHOOK_QUEUE_URL: ['send'],
    LEDGER_TABLE: 'read',
    BUCKET: ['read', 'write', 'delete'],
    INGEST_QUEUE_URL: ['send'],
    TICKET_SECRET: 'sign',
  }),
  'erase-video': grants<EraseVideo>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'write',
    BUCKET: ['delete', 'delete masters', 'record erasures'],
    WEBHOOK_QUEUE_URL: ['send'],
  }),
  'list-videos': grants<ListVideos>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'read',
    BUCKET: ['read'],
  }),
  'get-job': grants<GetJob>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read', BUCKET: ['read'] }),
  'list-jobs': grants<ListJobs>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'cancel-job': grants<CancelJob>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'write',
    BUCKET: ['delete'],
    WEBHOOK_QUEUE_URL: ['send'],
  }),
  'list-deliveries': grants<ListDeliveries>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'resend-delivery': grants<ResendDelivery>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'read',
    WEBHOOK_QUEUE_URL: ['send'],
  }),
  credits: grants<Credits>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'write' }),
  session: grants<Session>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'end-session': grants<EndSession>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'rotate-webhook-secret': grants<RotateWebhookSecret>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'read',
  }),
  'list-keys': grants<ListKeys>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'create-key': grants<CreateKey>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'rename-key': grants<RenameKey>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'revoke-key': grants<RevokeKey>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'list-connections': grants<ListConnections>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'list-members': grants<ListMembers>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'add-member': grants<AddMember>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  'remove-member': grants<RemoveMember>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  disconnect: grants<Disconnect>({ RECORDS_TABLE: 'write', LEDGER_TABLE: 'read' }),
  mcp: grants<McpEnv>({
    RECORDS_TABLE: 'write',
    LEDGER_TABLE: 'write',
    BUCKET: ['read', 'delete', 'delete masters', 'record erasures'],
    READ_QUEUE_URL: ['send'],
    WEBHOOK_QUEUE_URL: ['send'],
    TICKET_SECRET: 'sign',
    TRANSCRIBER: 'name',
    TEXT_READER: 'name',
    ANSWERER: 'name',
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
  ingest: grants<Ingest>({
    DECODE_NOW_FUNCTION: 'call',
    RECORDS_TABLE: 'write',
    COPY_QUEUE_URL: ['send'],
    WEBHOOK_QUEUE_URL: ['send'],
    BUCKET: ['read', 'write', 'delete'],
    INGEST_QUEUE_URL: ['receive'],
  }),
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
