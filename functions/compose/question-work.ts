import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoQuestionSessions } from '../../layers/adapters/dynamo/question-sessions.ts';
import { callerSchemas } from '../../layers/adapters/json-schema/caller-schemas.ts';
import { chooseAnswerer } from '../../layers/adapters/models/find-answerer.ts';
import { bm25 } from '../../layers/adapters/search/bm25.ts';
import { makeDrawFrames } from '../../layers/app/frames/draw-frames.ts';
import { makeReportProgress } from '../../layers/app/jobs/report-progress.ts';
import type { Work } from '../../layers/app/jobs/run-job.ts';
import { makeRunOperation, type RunDeps } from '../../layers/app/operations/run-operation.ts';
import type { JobRuns } from '../../layers/app/ports/jobs.ts';
import { evidenceReader } from '../../layers/app/questions/evidence-reader.ts';
import { makeFollowUp } from '../../layers/app/questions/follow-up.ts';
import { makeGather } from '../../layers/app/questions/material.ts';
import { modelReader } from '../../layers/app/questions/model-reader.ts';
import { readQuestion } from '../../layers/app/questions/read-question.ts';
import type { Reader } from '../../layers/app/questions/reading.ts';
import { isFollowUp, watchOperation } from '../../layers/app/questions/watch-operation.ts';
import { WatchVideoRequest } from '../../layers/domain/question.ts';
import { chunkSheets } from '../../layers/domain/questions/survey-plan.ts';
import type { AnswererEnv } from './answerer-env.ts';

interface QuestionWorkEnv extends AnswererEnv {
  readonly RECORDS_TABLE: string;
}

/** What reads videos for questions, and answers questions in sessions. */
export function questionWork(
  db: DynamoDBDocumentClient,
  env: QuestionWorkEnv,
  running: RunDeps & { readonly runs: JobRuns },
  readers: Parameters<typeof makeDrawFrames>[0],
  recogniser: string | null,
): Work {
  const { artifacts, digest, now, runs } = running;
  const sessions = dynamoQuestionSessions(db, env.RECORDS_TABLE);
  const schemas = callerSchemas();
  const answerer = chooseAnswerer(env);
  const draw = makeDrawFrames(readers);
  const { listen } = readers;
  const reader: Reader = answerer
    ? modelReader({
        answerer,
        artifacts,
        draw,
        ranking: bm25,
        tokensPerCredit: env.ANSWERER_TOKENS_PER_CREDIT,
      })
    : evidenceReader({ ranking: bm25 });
  const gather = makeGather({
    ...{ artifacts, draw, listen, digest, recogniser },
    sheetsPerChunk: chunkSheets,
  });
  const reading = makeRunOperation(
    watchOperation(reader.key),
    ({ run, job, source, request, plan }, signal) =>
      readQuestion(
        { artifacts, gather, reader, schemas, sessions, digest, now },
        {
          jobId: job.job_id,
          request,
          subject: { ...plan, source },
          report: makeReportProgress({ runs, now }, run),
        },
        signal,
      ),
    running,
  );
  const followUp = makeFollowUp({ ...running, sessions, schemas, reader });
  return (run, job, signal) =>
    (isFollowUp(WatchVideoRequest.parse(job.request)) ? followUp : reading)(run, job, signal);
}
