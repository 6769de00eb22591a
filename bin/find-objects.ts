import { S3Client } from '@aws-sdk/client-s3';
import { objectClient } from '../layers/adapters/s3/client.ts';
import { BUCKET } from '../local/service/environment.ts';
import { localEndpoints } from './find-tables.ts';

/**
 * The bucket beside the tables: named by the environment, or the one of the local service.
 * @throws Error in words for a person when there is none
 */
export async function findObjects(
  env: NodeJS.ProcessEnv,
): Promise<{ client: S3Client; bucket: string }> {
  const { RECORDS_TABLE, BUCKET: bucket, DATA_DIR = '.local' } = env;
  if (RECORDS_TABLE) {
    if (!bucket) throw new Error('Set BUCKET too: the bucket that holds the videos.');
    return { client: objectClient(), bucket };
  }
  const { base_url, region, access_key_id, secret_access_key } = await localEndpoints(DATA_DIR);
  if (base_url === undefined)
    throw new Error('Start the local service anew; it tells where its bucket is.');
  const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_access_key };
  return {
    client: new S3Client({ endpoint: base_url, region, credentials, forcePathStyle: true }),
    bucket: BUCKET,
  };
}
