import { availableParallelism } from 'node:os';
import {
  decode,
  decodeNow,
  fetchLinks,
  longRead,
  transcript,
} from '../../functions/durable/durable-functions.ts';
import type { EngineAccess } from '../engine-access.ts';

export const BUCKET = 'video-reader';
export const TABLE_NAMES = {
  RECORDS_TABLE: 'video-reader-records',
  LEDGER_TABLE: 'video-reader-ledger',
} as const;
/** Executions of durable functions. */
export const EXECUTIONS = 'video-reader-executions';

interface Local {
  readonly access: EngineAccess;
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
  readonly lambda: string;
  /** Queue addresses by variable. */
  readonly queueUrls: Readonly<Record<string, string>>;
  readonly ticketSecret: string;
  readonly oauthSecret: string;
  /** Folder that mails are written into. */
  readonly mailDir: string;
  /** The downloader of the data folder, taken where the user names none. */
  readonly downloader?: string | undefined;
  /** The address under which callers know this service. */
  readonly publicUrl: string;
}

const DEFAULT_REGION = 'us-east-1';

/**
 * The region that the user's environment names for the local engines.
 * @throws Error in words for a person
 */
export function regionOf({ AWS_REGION: region = DEFAULT_REGION }: NodeJS.ProcessEnv): string {
  if (/^[a-z]{2,}(-[a-z]+)+-\d+$/.test(region)) return region;
  throw new Error(
    `AWS_REGION is ${JSON.stringify(region)}; set the name of a region, such as ${DEFAULT_REGION}, or leave it out.`,
  );
}

/**
 * The environment of the functions on one machine. Of the user's own AWS configuration nothing but
 * the region stays in it: a mistake here must never reach an account.
 */
export function localEnvironment(
  user: NodeJS.ProcessEnv,
  {
    access: { region, credentials },
    dynamodb,
    sqs,
    s3,
    lambda,
    queueUrls,
    ticketSecret,
    oauthSecret,
    mailDir,
    downloader,
    publicUrl,
  }: Local,
): NodeJS.ProcessEnv {
  const own = Object.entries(user).filter(([name]) => !name.startsWith('AWS_'));
  return {
    POWERTOOLS_LOG_LEVEL: user['LOG_LEVEL'] ?? 'WARN',
    ...(downloader === undefined ? {} : { YT_DLP_PATH: downloader }),
    ...Object.fromEntries(own),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: region,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: sqs,
    AWS_ENDPOINT_URL_S3: s3,
    AWS_ENDPOINT_URL_LAMBDA: lambda,
    ...TABLE_NAMES,
    BUCKET,
    EXECUTIONS_TABLE: EXECUTIONS,
    LONG_READ_FUNCTION: longRead.name,
    TRANSCRIPT_FUNCTION: transcript.name,
    DECODE_FUNCTION: decode.name,
    // Here a second function would be a second process, and save nothing.
    DECODE_SOUND_FUNCTION: decode.name,
    DECODE_NOW_FUNCTION: decodeNow.name,
    FETCH_FUNCTION: fetchLinks.name,
    DECODES_AT_ONCE: String(availableParallelism()),
    WAITING_IS_FREE: 'true',
    ...queueUrls,
    TICKET_SECRET: ticketSecret,
    OAUTH_SECRET: oauthSecret,
    MAIL_DIR: mailDir,
    PUBLIC_STORE_URL: new URL(publicUrl).origin,
  };
}

/** Makes an environment this process's own. */
export function enterEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
