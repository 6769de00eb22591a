import { jobWorker } from '../../compose/job-worker.ts';
import { mergeWorker } from '../workers.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const { maxReceives } = mergeWorker;

export const handler = await jobWorker(env, { queueUrl: env.MERGE_QUEUE_URL, maxReceives });
