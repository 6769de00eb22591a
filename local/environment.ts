/** The one key pair of the local engines. It opens nothing but them. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' } as const;
export const LOCAL_REGION = 'us-east-1';
export const BUCKET = 'video-reader';
export const TABLE_NAMES = {
  RECORDS_TABLE: 'video-reader-records',
  LEDGER_TABLE: 'video-reader-ledger',
} as const;

export interface Addresses {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
  /** Queue addresses by variable. */
  readonly queueUrls: Readonly<Record<string, string>>;
  readonly ticketSecret: string;
}

/**
 * The environment of the functions on one machine. Nothing of the user's own AWS configuration stays in it: a mistake here
 * must never reach an account.
 */
export function localEnvironment(
  user: NodeJS.ProcessEnv,
  { dynamodb, sqs, s3, queueUrls, ticketSecret }: Addresses,
): NodeJS.ProcessEnv {
  const own = Object.entries(user).filter(([name]) => !name.startsWith('AWS_'));
  return {
    POWERTOOLS_LOG_LEVEL: user['LOG_LEVEL'] ?? 'WARN',
    ...Object.fromEntries(own),
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_REGION: LOCAL_REGION,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: sqs,
    AWS_ENDPOINT_URL_S3: s3,
    ...TABLE_NAMES,
    BUCKET,
    ...queueUrls,
    TICKET_SECRET: ticketSecret,
  };
}

/** Makes an environment this process's own. */
export function enterEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
