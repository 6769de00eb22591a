import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivate } from '../../local/data-dir/write-private.ts';
import { testAccess } from './tables.ts';

/**
 * Prepares a data folder for a service that keeps its tables in the run's DynamoDB Local, which
 * costs a tenth of starting one for it: in a region of its own, where it finds them again when it
 * is started on the same folder.
 * @returns variables of the service
 */
export async function serviceDatabase(dataDir: string): Promise<Record<string, string>> {
  const { DYNAMODB_LOCAL_ENDPOINT = '' } = process.env;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writePrivate(join(dataDir, 'engine-keys.json'), testAccess().credentials);
  const number = createHash('sha256').update(dataDir).digest().readUInt32BE();
  return { DYNAMODB_ENDPOINT: DYNAMODB_LOCAL_ENDPOINT, AWS_REGION: `of-tests-${number}` };
}
