import {
  newestSecretValue,
  secretsClient,
  secretValues,
} from '../../layers/adapters/secrets/secret-values.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';

/**
 * What a variable says is secret: the value itself on one machine; in the cloud the ARN of a
 * secret, whose values are fetched once by each instance and stand in no environment. The first is
 * to be used, each is to be taken.
 */
export const secretsIn = async (variable: string): Promise<readonly string[]> =>
  variable.startsWith('arn:') ? secretValues(secretsClient(), variable, systemClock) : [variable];

/** The one value of a secret that somebody else gave, and changes. */
export const newestSecretIn = async (variable: string): Promise<string | undefined> =>
  variable.startsWith('arn:') ? newestSecretValue(secretsClient(), variable) : variable;
