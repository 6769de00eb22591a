import type { QueueVariable } from '../functions/workers/workers.ts';

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

/** Exactly the variables that `Env` asks for. */
type Grants<Env> = {
  readonly [K in Needed<Env>]: K extends keyof Access ? Access[K] : never;
} & { readonly [K in Exclude<keyof Access, Needed<Env>>]?: never };

/** Grants of a function: a variable renamed, added or dropped in its `Env` does not compile here. */
export const grants = <Env>(access: Grants<Env> & Partial<Access>): Partial<Access> => access;
