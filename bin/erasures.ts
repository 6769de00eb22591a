import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoJobIntake } from '../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoJobRuns } from '../layers/adapters/dynamo/jobs/job-runs.ts';
import { dynamoErasures } from '../layers/adapters/dynamo/videos/erasures.ts';
import { dynamoRestoredRows } from '../layers/adapters/dynamo/videos/restored-rows.ts';
import { s3Artifacts } from '../layers/adapters/s3/artifacts.ts';
import { s3ErasedIds } from '../layers/adapters/s3/erased-ids.ts';
import { systemClock } from '../layers/adapters/system/clock.ts';
import { makeReplayErasures, type Replayed } from '../layers/app/videos/replay-erasures.ts';
import { findObjects } from './find-objects.ts';

interface Tables {
  readonly db: DynamoDBDocumentClient;
  readonly records: string;
  readonly ledger: string;
}

/**
 * Erases anew what tables restored from a backup brought back.
 * @throws Error in words for a person when the bucket is not known
 */
export async function replayErasures(
  { db, records, ledger }: Tables,
  env: NodeJS.ProcessEnv,
): Promise<Replayed> {
  const { client, bucket } = await findObjects(env);
  return makeReplayErasures({
    erasures: dynamoErasures(db, records),
    erased: s3ErasedIds(client, bucket),
    rows: dynamoRestoredRows(db, records),
    jobs: dynamoJobIntake(db, records),
    runs: dynamoJobRuns(db, { records, ledger }),
    artifacts: s3Artifacts(client, bucket),
    now: systemClock,
  })();
}
