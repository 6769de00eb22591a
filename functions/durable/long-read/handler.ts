import { withDurableExecution } from '@aws/durable-execution-sdk-js';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoHolds } from '../../../layers/adapters/dynamo/jobs/held-run.ts';
import { dynamoJobIntake } from '../../../layers/adapters/dynamo/jobs/job-intake.ts';
import { dynamoJobsUnderWay } from '../../../layers/adapters/dynamo/jobs/jobs-under-way.ts';
import { queueClient } from '../../../layers/adapters/sqs/client.ts';
import { sqsReadQueue } from '../../../layers/adapters/sqs/read-queue.ts';
import { systemClock } from '../../../layers/adapters/system/clock.ts';
import { decodedStore } from '../../compose/signing-store.ts';
import { makeCarryRead } from './carry-read.ts';
import { Env } from './env.ts';
import { readSteps } from './steps.ts';

const env = Env.parse(process.env);
const db = documentClient();

export const handler = withDurableExecution(
  makeCarryRead({
    work: readSteps({
      ...decodedStore(env),
      jobs: dynamoJobIntake(db, env.RECORDS_TABLE),
      runs: dynamoHolds(db, env.RECORDS_TABLE),
      queue: sqsReadQueue(queueClient(), env.MERGE_QUEUE_URL),
      now: systemClock,
      jobsUnderWay: dynamoJobsUnderWay(db, env.RECORDS_TABLE),
      ofOrganization: env.ORGANIZATION_DECODES,
      waitingIsFree: env.WAITING_IS_FREE,
    }),
    decodeFunction: env.DECODE_FUNCTION,
    soundFunction: env.DECODE_SOUND_FUNCTION,
    atOnce: env.DECODES_AT_ONCE,
  }),
);
