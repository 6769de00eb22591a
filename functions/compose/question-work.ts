import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoQuestionSessions } from '../../layers/adapters/dynamo/questions/question-sessions.ts';
import { callerSchemas } from '../../layers/adapters/json-schema/caller-schemas.ts';
import { chooseAnswerer } from '../../layers/adapters/models/find-answerer.ts';
import { bm25 } from '../../layers/adapters/search/bm25.ts';
import type { DrawFrames } from '../../layers/app/frames/draw-frames.ts';
import type { Work } from '../../layers/app/jobs/run-job.ts';
import type { ReadsText, Recognised } from '../../layers/app/operations/operation.ts';
import { OPERATIONS } from '../../layers/app/operations/operations.ts';
import { makeRunOperation, type RunDeps } from '../../layers/app/operations/run-operation.ts';
import type { JobRuns, Run } from '../../layers/app/ports/jobs/jobs.ts';
import { countedAnswerer } from '../../layers/app/questions/counted-answerer.ts';
import { evidenceReader } from '../../layers/app/questions/evidence-reader.ts';
import { makeFollowUp } from '../../layers/app/questions/follow-up.ts';
import { givingUp } from '../../layers/app/questions/giving-up.ts';
import { makeGather } from '../../layers/app/questions/material.ts';
import { modelKey, modelReader } from '../../layers/app/questions/model-reader.ts';
import { forgetSteps } from '../../layers/app/questions/read-question.ts';
import type { Reader } from '../../layers/app/questions/reading.ts';
import { isFollowUp } from '../../layers/app/questions/watch-operation.ts';
import type { Listen } from '../../layers/app/transcript/listen.ts';
import { WatchVideoRequest } from '../../layers/domain/questions/question.ts';
import { chunkSheets } from '../../layers/domain/questions/survey-plan.ts';
import { logTokens } from '../../layers/queue/token-metric.ts';
import type { AnswererEnv } from './env/answerer-env.ts';
import { waitingAnswerer } from './waiting.ts';

interface QuestionWorkEnv extends AnswererEnv {
  readonly RECORDS_TABLE: string;
}

/** What reads videos for questions, and answers questions in sessions. */
export function questionWork(
  db: DynamoDBDocumentClient,
  env: QuestionWorkEnv,
  running: RunDeps & { readonly runs: JobRuns },
  readers: { readonly draw: DrawFrames; readonly listen: Listen },
  { recogniser, textReader }: Recognised & ReadsText,
): Work {
  const { artifacts, digest, now, runs } = running;
  const sessions = dynamoQuestionSessions(db, env.RECORDS_TABLE);
  const schemas = callerSchemas();
  const answerer = chooseAnswerer(env);
  const { draw, listen } = readers;
  const evidence = evidenceReader({ ranking: bm25 });
  const readerFor = (run: Run): Reader =>
    answerer
      ? modelReader({
          answerer: countedAnswerer(givingUp(waitingAnswerer(answerer)), async (use) => {
            logTokens(answerer.name, run, use, now());
            // A count that is not kept is no reason to ask, and pay, again.
            await runs.addTokens(run, use).catch(() => undefined);
          }),
          artifacts,
          draw,
          ranking: bm25,
          tokensPerCredit: env.ANSWERER_TOKENS_PER_CREDIT,
        })
      : evidence;
  const gather = makeGather({
    artifacts,
    draw,
    listen,
    digest,
    recogniser,
    // A model sees the writing itself.
    textReader: answerer ? null : textReader,
    sheetsPerChunk: chunkSheets,
  });
  const reading = makeRunOperation(
    OPERATIONS.watch_video,
    { artifacts, gather, readerFor, runs, schemas, sessions, digest, now },
    {
      ...running,
      reader: { key: answerer ? modelKey(answerer) : evidence.key },
      tidy: forgetSteps(running),
    },
  );
  return (run, job, signal) => {
    if (!isFollowUp(WatchVideoRequest.parse(job.request))) return reading(run, job, signal);
    const reader = readerFor(run);
    return makeFollowUp({ ...running, sessions, schemas, reader })(run, job, signal);
  };
}
