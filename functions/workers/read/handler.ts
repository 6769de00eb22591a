import { jobWorker } from '../../compose/job-worker.ts';
import { readWorker } from '../workers.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const { maxReceives } = readWorker;

export const handler = await jobWorker(env, { queueUrl: env.READ_QUEUE_URL, maxReceives });
