import { randomUUID } from 'node:crypto';
import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { dynamoErasures } from '../../layers/adapters/dynamo/videos/erasures.ts';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { s3ErasedIds } from '../../layers/adapters/s3/erased-ids.ts';
import { systemClock } from '../../layers/adapters/system/clock.ts';
import { sha256 } from '../../layers/adapters/system/digest.ts';
import { gcmSeal } from '../../layers/adapters/system/seal.ts';
import { makeGetCredits } from '../../layers/app/accounts/get-credits.ts';
import { makeCreateBatch } from '../../layers/app/batches/create-batch.ts';
import { makeAcceptCall } from '../../layers/app/calls/accept-call.ts';
import { makeAnswerJob } from '../../layers/app/calls/answer-call.ts';
import { makeReadPartial } from '../../layers/app/frames/partial-sheets.ts';
import { makeReadPictures } from '../../layers/app/frames/read-pictures.ts';
import { makeCancelJob } from '../../layers/app/jobs/cancel-job.ts';
import { makeGetJob } from '../../layers/app/jobs/get-job.ts';
import { makeReadResult } from '../../layers/app/jobs/read-result.ts';
import { notFound } from '../../layers/app/not-found.ts';
import { OPERATIONS } from '../../layers/app/operations/operations.ts';
import { makeAskQuestion } from '../../layers/app/questions/ask-question.ts';
import { answeredAlong } from '../../layers/app/questions/read-answer.ts';
import { makeIssueTicket } from '../../layers/app/uploads/tickets.ts';
import { makeEraseVideo } from '../../layers/app/videos/erase-video.ts';
import type { JobRecord } from '../../layers/domain/jobs/job-record.ts';
import { type JsonStream, jsonValue } from '../../layers/domain/json-stream.ts';
import type { AgentCalls, Watch } from '../../layers/http/mcp/agent-calls.ts';
import { batchCall } from './batch-call.ts';
import type { McpEnv } from './env/mcp-env.ts';
import { jobRuns } from './job-runs.ts';
import { secretsIn } from './secrets.ts';

/** The use cases of the HTTP routes as tools for agents call them. */
export async function agentCalls(env: McpEnv) {
  const call = await batchCall(env);
  const { gate, asking, answering, artifacts, batches, advance, readBatch } = call;
  const db = documentClient();
  const objects = objectClient();
  const { jobs, videos, accounts } = asking;
  const stored = s3Artifacts(objects, env.BUCKET);
  const runs = jobRuns(db, env);
  const cancelJob = makeCancelJob({ jobs, runs, artifacts: stored, now: systemClock });

  /** Waits for a job as an HTTP call does that waits, with somebody looking on. */
  const answered = async <Result>(
    accepted: JobRecord,
    readResult: (job: JobRecord) => Promise<Result | JsonStream<Result>>,
    { seconds, ...watching }: Watch,
  ) => {
    const answer = await makeAnswerJob<Result>({
      ...answering,
      awaitJob: (job, most) => answering.awaitJob(job, most, watching),
      readResult,
      syncWaitSeconds: seconds,
    })(accepted, { sync: true });
    return answer.status === 202 ? answer.body : jsonValue(answer.body);
  };
  /**
   * Waits for the job of a call, which ends with a caller whose leaving cancels. A key says that the
   * same call may come again for the same result, so its job goes on.
   */
  const ended: typeof answered = async (accepted, readResult, watch) => {
    try {
      return await answered(accepted, readResult, watch);
    } catch (error) {
      const { org_id, job_id, idempotency_key } = accepted;
      if (watch.left?.aborted && idempotency_key === undefined) await cancelJob(org_id, job_id);
      throw error;
    }
  };

  const acceptFrames = makeAcceptCall(OPERATIONS.frames, asking);
  const readFrames = OPERATIONS.frames.read({ artifacts });
  const acceptTranscript = makeAcceptCall(OPERATIONS.transcript, asking);
  const readTranscript = OPERATIONS.transcript.read({ artifacts });
  const ask = makeAskQuestion(asking);
  const readAnswer = OPERATIONS.watch_video.read({ artifacts });
  const getJob = makeGetJob({
    jobs,
    videos,
    readResult: makeReadResult({ artifacts }),
    readPartial: makeReadPartial({ artifacts }),
  });
  const readPictures = makeReadPictures({ artifacts });
  const found = async (orgId: string, jobId: string) => {
    const job = await jobs.find(orgId, jobId);
    if (!job) throw notFound('job');
    return job;
  };
  const getCredits = makeGetCredits({ accounts, now: systemClock });
  const eraseVideo = makeEraseVideo({
    erasures: dynamoErasures(db, env.RECORDS_TABLE),
    erased: s3ErasedIds(objects, env.BUCKET),
    jobs,
    runs,
    artifacts: stored,
    now: systemClock,
  });
  const calls: AgentCalls = {
    silentSeconds: env.SYNC_WAIT_SECONDS,
    frames: async (who, request, watch) =>
      ended(await acceptFrames(who, request), readFrames, watch),
    transcript: async (who, request, watch) =>
      ended(await acceptTranscript(who, request), readTranscript, watch),
    async watchVideo(who, request, watch) {
      const accepted = await ask(who, request);
      if ('alreadyRead' in accepted) return accepted.alreadyRead;
      const read = async (job: JobRecord) => {
        const answer = await readAnswer(job);
        return accepted.joined ? answeredAlong(answer) : answer;
      };
      // Whoever began it still waits for it.
      const wait = accepted.joined ? answered : ended;
      return wait(accepted.job, read, watch);
    },
    createBatch: makeCreateBatch({ ...asking, batches, advance, digest: sha256 }),
    readBatch: ({ orgId }, batchId, seconds) => readBatch(orgId, batchId, seconds),
    async readJob({ orgId }, jobId, { seconds, ...watching }) {
      await answering.awaitJob(await found(orgId, jobId), seconds, watching);
      return jsonValue(await getJob(orgId, jobId));
    },
    readRequest: async ({ orgId }, jobId) => (await found(orgId, jobId)).request,
    readPictures: async ({ orgId }, jobId, pages) => readPictures(await found(orgId, jobId), pages),
    issueTicket: makeIssueTicket({
      seal: gcmSeal(...(await secretsIn(env.TICKET_SECRET))),
      now: systemClock,
      nonce: randomUUID,
      webhookRefusal: egress(env.ALLOW_PRIVATE_SOURCES, env.EGRESS_PORTS).refusalOf,
    }),
    getCredits,
    eraseVideo: ({ orgId }, videoId) => eraseVideo(orgId, videoId),
  };
  return { gate, calls };
}
