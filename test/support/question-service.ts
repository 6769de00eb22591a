import { questionWork } from '../../functions/compose/question-work.ts';
import { dynamoBatches } from '../../layers/adapters/dynamo/batches/batches.ts';
import { dynamoQuestionSessions } from '../../layers/adapters/dynamo/questions/question-sessions.ts';
import { callerSchemas } from '../../layers/adapters/json-schema/caller-schemas.ts';
import { chooseAnswerer } from '../../layers/adapters/models/find-answerer.ts';
import { makeAdvanceBatch } from '../../layers/app/batches/advance-batch.ts';
import { makeCancelBatch } from '../../layers/app/batches/cancel-batch.ts';
import { makeCreateBatch } from '../../layers/app/batches/create-batch.ts';
import { makeEstimateBatch } from '../../layers/app/batches/estimate-batch.ts';
import { makeReadBatch } from '../../layers/app/batches/read-batch.ts';
import { makeCancelJob } from '../../layers/app/jobs/cancel-job.ts';
import { OPERATIONS } from '../../layers/app/operations/operations.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import { makeAskQuestion } from '../../layers/app/questions/ask-question.ts';
import { makeEstimateQuestion } from '../../layers/app/questions/estimate-question.ts';
import { EVIDENCE_KEY } from '../../layers/app/questions/evidence-reader.ts';
import { modelKey } from '../../layers/app/questions/model-reader.ts';
import { makeEraseVideo } from '../../layers/app/videos/erase-video.ts';
import type { Principal } from '../../layers/domain/accounts/credential.ts';
import { BatchRequest } from '../../layers/domain/batches/batch.ts';
import { WatchVideoRequest } from '../../layers/domain/questions/question.ts';
import type { MemoryArtifacts } from './fakes/memory-artifacts.ts';
import { testService } from './service.ts';
import type { TestTables } from './tables.ts';

interface Options {
  readonly artifacts?: ArtifactStore;
  /** The address of a model's server; without it nobody but evidence answers. */
  readonly model?: string;
}

/** The use cases of questions and batches on real tables. */
export function questionService(tables: TestTables, { artifacts: store, model }: Options = {}) {
  const { db, records } = tables;
  // Only tests that leave the store in memory look into its objects.
  const service = testService(tables, undefined, store as MemoryArtifacts | undefined);
  const { accepting, running, readers, recogniser, runs, artifacts } = service;
  const env = {
    RECORDS_TABLE: records,
    ...(model === undefined
      ? ({ ANSWERER: 'evidence' } as const)
      : { ANSWERER_URL: model, ANSWERER_MODEL: 'plain' }),
    ANSWERER_TOKENS_PER_CREDIT: 10_000,
  };
  const answerer = chooseAnswerer(env);
  service.works.watch_video = questionWork(db, env, running, readers, {
    recogniser,
    textReader: null,
  });
  const asking = {
    ...accepting,
    sessions: dynamoQuestionSessions(db, records),
    schemas: callerSchemas(),
    reader: { key: answerer ? modelKey(answerer) : EVIDENCE_KEY },
  };
  const batches = dynamoBatches(db, records);
  const cancelJob = makeCancelJob({ ...asking, runs });
  const ask = makeAskQuestion(asking);
  const advance = makeAdvanceBatch({ ...asking, batches, ask, cancelJob });
  const readAnswer = OPERATIONS.watch_video.read({ artifacts });
  const wait = async () => service.workOff();
  const readBatch = makeReadBatch({ ...asking, batches, readAnswer, advance, wait });
  const estimateQuestion = makeEstimateQuestion(asking);
  const estimateBatch = makeEstimateBatch(asking);
  const createBatch = makeCreateBatch({ ...asking, batches, advance });
  return {
    ...service,
    asking,
    ask,
    parse: (body: object) => WatchVideoRequest.parse(body),
    batches,
    advance,
    readAnswer,
    readBatch,
    estimateQuestion: (principal: Principal, body: object) =>
      estimateQuestion(principal, WatchVideoRequest.parse(body)),
    estimateBatch: (principal: Principal, body: object) =>
      estimateBatch(principal, BatchRequest.parse(body)),
    cancelJob,
    cancelBatch: makeCancelBatch({ batches, cancelJob, readBatch }),
    createBatch: (principal: Principal, body: object) =>
      createBatch(principal, BatchRequest.parse(body)),
    /** Asks, and works off what was queued for it. */
    async watch(principal: Principal, body: object) {
      const accepted = await ask(principal, WatchVideoRequest.parse(body));
      await service.workOff();
      if ('alreadyRead' in accepted) return accepted;
      const job = await service.jobs.find(principal.orgId, accepted.job.job_id);
      if (!job) throw new Error('the job is not there');
      return { job, joined: accepted.joined };
    },
    erase: makeEraseVideo(service.erasing),
  };
}
