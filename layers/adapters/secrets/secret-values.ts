import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Clock } from '../../app/ports/clock.ts';
import { steadyRetries } from '../aws/steady-retries.ts';

/** Milliseconds to open a connection, and until an answer begins. */
const CONNECT_MS = 2_000;
const ANSWER_MS = 3_000;
const TRIES = 5;

/**
 * How long a new value is only taken and not used: until then every instance has to know it. The
 * runbook has a deployment follow a rotation within the time, which starts all instances anew.
 */
const UNUSED_MS = 3_600_000;

export const secretsClient = (): SecretsManagerClient =>
  new SecretsManagerClient({
    retryStrategy: steadyRetries(TRIES),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    },
  });

/**
 * The values of a secret that are good: the first is to be used, each is to be taken. After a
 * rotation they are two.
 */
export async function secretValues(
  client: SecretsManagerClient,
  id: string,
  now: Clock,
): Promise<readonly string[]> {
  const [current, previous] = await Promise.all([
    client.send(new GetSecretValueCommand({ SecretId: id, VersionStage: 'AWSCURRENT' })),
    client
      .send(new GetSecretValueCommand({ SecretId: id, VersionStage: 'AWSPREVIOUS' }))
      .catch((error: unknown) => {
        // It was never rotated.
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }),
  ]);
  const values = [current.SecretString, previous?.SecretString].filter(
    (value) => value !== undefined,
  );
  if (values.length === 0) throw new Error('the secret has no text');
  const made = current.CreatedDate?.getTime() ?? 0;
  return now().getTime() - made < UNUSED_MS ? values.toReversed() : values;
}

/** The value that a secret has now. */
export async function newestSecretValue(
  client: SecretsManagerClient,
  id: string,
): Promise<string | undefined> {
  return (await client.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;
}
