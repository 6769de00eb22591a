import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dynamoDueJobs } from '../../layers/adapters/dynamo/jobs/due-jobs.ts';
import { dynamoDeliveries } from '../../layers/adapters/dynamo/webhooks/deliveries.ts';
import { makeAdvanceWaiting, makeSweepBatches } from '../../layers/app/batches/advance-waiting.ts';
import { makeSweepJobs } from '../../layers/app/jobs/sweep-jobs.ts';
import { folderArtifacts } from './fakes/folder-artifacts.ts';
import { PLAIN_ANSWER, startPlainModel } from './models/plain-model.ts';
import { type KilledQuestion, killedQuestion } from './processes/killed-question.ts';
import { questionService } from './question-service.ts';
import type { TestTables } from './tables.ts';

/** What a process may be killed over. */
export const ASKED = ['a question', 'a follow-up', 'a batch'] as const;
export type AskedAbout = (typeof ASKED)[number];
export type QuestionKill = NonNullable<KilledQuestion['kill']>;

const WEBHOOK = { webhook_url: 'https://receiver.example/', sync: false };
const ITEMS = 3;
/** Rounds of the sweep, five minutes each, in which all has to be at its end. */
const MOST_ROUNDS = 12;
const ROUND_MS = 6 * 60_000;

/** What must be left, wherever the process was killed. */
export const rightEndOf = (about: AskedAbout) => {
  const one = { status: 'succeeded', answer: true };
  return {
    ends: Array.from({ length: about === 'a batch' ? ITEMS : 1 }, () => one),
    // Charges of what was asked, by their reasons.
    moved: {
      'a question': ['watch_video:read'],
      'a follow-up': ['watch_video:follow_up'],
      'a batch': Array.from({ length: ITEMS }, () => 'watch_video:full'),
    }[about],
    // Sessions that the killed reading left; a follow-up makes none.
    sessions: about === 'a batch' ? ITEMS : 1,
    webhooks: about === 'a batch' ? 0 : 1,
    leftSteps: 0,
  };
};

/** Kills processes that work on questions, and looks at what is left once others have gone on. */
export async function questionKills(tables: TestTables) {
  const folder = await mkdtemp(join(tmpdir(), 'kills-'));
  const model = await startPlainModel();
  const artifacts = folderArtifacts(folder);
  const { records, ledger } = tables;

  /** What is asked, ready to be worked on. */
  async function asked(about: AskedAbout) {
    const service = questionService(tables, { artifacts, model: model.url });
    const principal = await service.caller(about === 'a batch' ? 'free' : 'pro');
    const uploads: { upload_id: string; videoId: string }[] = [];
    for (let item = 0; item < (about === 'a batch' ? ITEMS : 1); item += 1) {
      const { upload_id, video } = await service.receiveUpload(
        principal,
        `bytes ${item} of ${principal.orgId}`,
      );
      uploads.push({ upload_id, videoId: video.id });
    }
    const [first] = uploads;
    const reading = { upload_id: first?.upload_id, question: 'How does it begin?', depth: 'read' };
    const batch = {
      items: uploads.map(({ upload_id }) => ({ upload_id })),
      question: 'How does it begin?',
      idempotency_key: 'once',
    };
    if (about === 'a follow-up') await service.watch(principal, reading);
    const before = await ledgerOf(service, principal);
    if (about !== 'a batch') {
      const { ofVideo } = service.asking.sessions;
      const [session] = await ofVideo(principal.orgId, first?.videoId ?? '');
      const followUp = { session_id: session?.session_id, question: 'And then?' };
      const body = about === 'a question' ? reading : followUp;
      await service.ask(principal, service.parse({ ...body, ...WEBHOOK }));
    }
    const [message] = service.messages.splice(0);
    const now = service.clock.now.toISOString();
    const work = about === 'a batch' ? { batch } : message ? { message } : {};
    const run: KilledQuestion = {
      records,
      ledger,
      folder,
      model: model.url,
      now,
      principal,
      ...work,
    };
    return { service, principal, uploads, batch, before, run, message };
  }

  type Asked = Awaited<ReturnType<typeof asked>>;

  /**
   * The message comes again, its caller sends the batch again, and the sweep looks after the rest.
   */
  async function goOn({ service, principal, batch, message }: Asked) {
    const now = () => service.clock.now;
    const sweepJobs = makeSweepJobs({
      dueJobs: dynamoDueJobs(tables.db, records),
      runs: service.runs,
      now,
      maxRuns: 5,
      readyJobs: service.readyJobs,
      waiting: async () => 0,
      queue: { send: async (ref) => void service.messages.push(ref) },
    });
    const sweepBatches = makeSweepBatches({ ...service, now });
    const advanceWaiting = makeAdvanceWaiting(service);
    service.clock.now = new Date(now().getTime() + 61_000);
    const created = message ? undefined : await service.createBatch(principal, batch);
    if (message) service.messages.push(message, message);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (let next = service.messages.shift(); next; next = service.messages.shift()) {
        await service.deliver(next);
        await advanceWaiting(next.orgId);
      }
      service.clock.now = new Date(now().getTime() + ROUND_MS);
      await sweepJobs();
      await sweepBatches();
      if (service.messages.length === 0) break;
    }
    return created && service.readBatch(principal.orgId, created.batch_id, 0);
  }

  async function leftOf(work: Asked) {
    const { service, principal, uploads, before, message } = work;
    const { orgId } = principal;
    const told = await goOn(work);
    const jobs = message ? [await service.jobs.find(orgId, message.jobId)] : [];
    const answers = await Promise.all(jobs.map((job) => job && service.readAnswer(job)));
    const ends = told
      ? told.items.map(({ status, answer }) => ({
          status,
          answer: answer?.startsWith(PLAIN_ANSWER),
        }))
      : jobs.map((job, at) => ({
          status: job?.status,
          answer: answers[at]?.answer.startsWith(PLAIN_ANSWER),
        }));
    const sessions = await Promise.all(
      uploads.map(({ videoId }) => service.asking.sessions.ofVideo(orgId, videoId)),
    );
    const deliveries = await dynamoDeliveries(tables.db, records).list(orgId, 10);
    const kept = await artifacts.list(`orgs/${orgId}/`);
    const moved = await ledgerOf(service, principal);
    return {
      ends,
      moved: moved.slice(0, moved.length - before.length),
      sessions: sessions.flat().length,
      webhooks: deliveries.length,
      leftSteps: kept.filter((key) => key.includes('/steps/')).length,
    };
  }

  return {
    /**
     * The steps of a process that nobody kills, what it leaves, and the passes that it asked for.
     */
    async undisturbed(about: AskedAbout) {
      const work = await asked(about);
      const from = model.sent.length;
      const { steps, signal } = await killedQuestion(work.run);
      return { steps, signal, left: await leftOf(work), calls: model.sent.length - from };
    },
    /** What is left after a kill, and how often the model was asked in all. */
    async killed(about: AskedAbout, kill: QuestionKill) {
      const work = await asked(about);
      const from = model.sent.length;
      const { signal } = await killedQuestion({ ...work.run, kill });
      return { signal, left: await leftOf(work), calls: model.sent.length - from };
    },
    async close() {
      await model.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reasons of the movements since the start, newest first, but for what is given every month. */
async function ledgerOf(
  service: ReturnType<typeof questionService>,
  principal: Parameters<ReturnType<typeof questionService>['getCredits']>[0],
): Promise<string[]> {
  const { ledger } = await service.getCredits(principal, 200);
  return ledger.filter(({ job_id }) => job_id !== null).map(({ reason }) => reason);
}
