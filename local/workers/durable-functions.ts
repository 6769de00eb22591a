import { availableParallelism } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { binariesVariables } from '../../functions/compose/binaries.ts';
import {
  decode,
  decodeNow,
  fetchLinks,
  longRead,
  transcript,
} from '../../functions/durable/durable-functions.ts';
import { steadyRetries } from '../../layers/adapters/aws/steady-retries.ts';
import { calledFunction } from '../durable/called-function.ts';
import { durableHandler } from '../durable/durable-handler.ts';
import { executionStore } from '../durable/execution-store.ts';
import { type LocalExecutions, openExecutions } from '../durable/executions.ts';
import { serveDurable } from '../durable/server.ts';
import { regionOf } from '../service/environment.ts';

/** Tries of one request: with the waits between them they outlast a restart of the database. */
const TRIES = 9;
/** A short file does not wait until long ones are decoded. */
const NOW_PER_CORE = 4;
/** Segments of long reads are decoded in what short calls, and merging, leave of the cores. */
const LONG_READS_NICENESS = 10;
/** Sites are slow, and take hardly any of a core while they are waited for. */
const FETCHES_AT_ONCE = 16;

const handlerOf = (name: string) =>
  new URL(`../../functions/durable/${name}/handler.ts`, import.meta.url);

const onDefect = (error: unknown) => console.error('durable functions:', error);

/**
 * Carries the executions of durable functions in this process; what a process before it had in hand
 * is taken up.
 * @returns the address of the functions: a port that was chosen before could be another's by now
 */
export async function runDurableFunctions(env: NodeJS.ProcessEnv): Promise<string> {
  const region = regionOf(env);
  const access = {
    region,
    credentials: {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  };
  const opened = Promise.withResolvers<LocalExecutions>();
  const { endpoint } = await serveDurable({ access, executions: opened.promise, onDefect });
  // Callers in this process take the short way, others the one that the parent keeps open.
  env['AWS_ENDPOINT_URL_LAMBDA'] = endpoint;
  const db = DynamoDBDocumentClient.from(
    new DynamoDBClient({ retryStrategy: steadyRetries(TRIES) }),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  );
  const store = executionStore(db, env['EXECUTIONS_TABLE'] ?? '');
  const cores = availableParallelism();
  const { ALLOW_PRIVATE_SOURCES, EGRESS_PORTS, TEXT_READER, YT_DLP_PATH } = env;
  /** The decoder is asked its release here, once, and not by each process that is to decode. */
  const tools = async (own: NodeJS.ProcessEnv) => ({
    ...(await binariesVariables(env)),
    ALLOW_PRIVATE_SOURCES,
    EGRESS_PORTS,
    ...own,
  });
  const environment = () => tools({ TEXT_READER });
  const fetching = { ...fetchLinks, concurrency: FETCHES_AT_ONCE };
  const decoding = { ...decode, concurrency: cores };
  const decodingNow = { ...decodeNow, concurrency: cores * NOW_PER_CORE };
  const functions = [
    durableHandler(longRead, handlerOf(longRead.name)),
    durableHandler(transcript, handlerOf(transcript.name)),
    calledFunction(decoding, handlerOf(decode.name), {
      environment,
      standing: cores,
      niceness: LONG_READS_NICENESS,
    }),
    calledFunction(decodingNow, handlerOf(decode.name), { environment, standing: cores }),
    calledFunction(fetching, handlerOf(fetchLinks.name), {
      environment: () => tools({ YT_DLP_PATH }),
    }),
  ];
  opened.resolve(await openExecutions({ store, functions, region, onDefect }));
  return endpoint;
}
