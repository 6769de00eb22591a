import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DurableContext } from '@aws/durable-execution-sdk-js';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { Order } from '../../functions/compose/durable/decode-order.ts';
import { makeCarryTranscript } from '../../functions/durable/transcript/carry-transcript.ts';
import { hearingSteps } from '../../functions/durable/transcript/steps.ts';
import { dynamoRecogniserSlots } from '../../layers/adapters/dynamo/transcript/recogniser-slots.ts';
import { lambdaCallbacks } from '../../layers/adapters/lambda/callbacks.ts';
import { lambdaExecutions } from '../../layers/adapters/lambda/executions.ts';
import { queuedWindows } from '../../layers/adapters/speech/queued-windows.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import type { JobIntake, JobRuns } from '../../layers/app/ports/jobs/jobs.ts';
import type { ReadQueue } from '../../layers/app/ports/jobs/read-queue.ts';
import type { LongHearing } from '../../layers/app/ports/transcript/long-hearing.ts';
import type { Judged, Stretch, Transcriber } from '../../layers/app/ports/transcript/speech.ts';
import type { WindowTry } from '../../layers/app/ports/transcript/window-recogniser.ts';
import { makeListen } from '../../layers/app/transcript/listen.ts';
import { listeningElsewhere } from '../../layers/app/transcript/listen-elsewhere.ts';
import { makeRecogniseWindow } from '../../layers/app/transcript/recognise-window.ts';
import { NO_DAMAGE } from '../../layers/domain/sources/damage.ts';
import { keepSpeech, SPEECH_FILES } from '../../layers/media/speech/keep-speech.ts';
import type { TestTables } from './tables.ts';

/** What is heard in each stretch. */
export const WORD = 'threnody';

const HERTZ = 16_000;

interface Deps {
  readonly tables: TestTables;
  readonly artifacts: ArtifactStore;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly jobs: Pick<JobIntake, 'find'>;
  readonly queue: Pick<ReadQueue, 'send'>;
  readonly now: () => Date;
  readonly direct: Parameters<typeof hearingSteps>[0]['direct'];
  /** Messages of windows, which outlive a process. */
  readonly windows: WindowTry[];
  /** Counts the calls of a port as steps of the process. */
  readonly through: <P extends object>(name: string, port: P) => P;
}

const transcriber: Transcriber = {
  name: 'a recogniser of tests',
  parallel: 2,
  recognise: async () => ({
    language: 'en',
    segments: [{ start: 0.1, end: 0.5, text: WORD, confidence: 0.9 }],
  }),
};

/** Listening to a long window, with all who take part in one process. */
export function listeningInLife(deps: Deps) {
  const { tables, artifacts, runs, windows, now, through } = deps;
  const slots = dynamoRecogniserSlots({ db: tables.db, table: tables.records, now });
  const queue = through('windows', {
    send: async (tried: WindowTry) => void windows.push(tried),
  });
  const carry = makeCarryTranscript({
    decodeFunction: 'decode',
    work: hearingSteps({
      ...deps,
      slots: through('slots', slots),
      recogniser: queuedWindows({ artifacts, queue }),
      windowSeconds: 1,
    }),
  });

  return {
    carry: (hearing: unknown, context: DurableContext) => carry(hearing as LongHearing, context),
    /** What the run listens with; the execution is begun through the client. */
    listenBy(client: LambdaClient) {
      const elsewhere = listeningElsewhere({
        artifacts,
        runs,
        now,
        hearings: through('hearings', lambdaExecutions(client, 'words:live')),
        longestSeconds: 1,
      });
      const listen = makeListen({
        elsewhere,
        transcriber,
        sidecar: async () => undefined,
        captions: { captions: async () => undefined },
        speech: { find: spoken, judge: () => spoken() as never },
      });
      return { elsewhere, listen };
    },
    /** Recognises windows until the process is dead. */
    async recognise(client: LambdaClient, dead: AbortSignal): Promise<void> {
      const callbacks = through('callbacks', lambdaCallbacks(client));
      const recogniseWindow = makeRecogniseWindow({ artifacts, transcriber, callbacks });
      while (!dead.aborted) {
        const [tried] = windows;
        const isDone =
          tried &&
          (await recogniseWindow(tried, dead, { isLast: false }).then(
            () => true,
            () => false,
          ));
        if (isDone && !dead.aborted) windows.splice(windows.indexOf(tried), 1);
        else await wait(10);
      }
    },
  };
}

/** Three stretches of a second. */
async function* spoken(): AsyncGenerator<Stretch, Judged> {
  for (const start of [0, 2, 4]) yield { start, samples: new Int16Array(HERTZ) };
  return { speech: { is_speech: true, confidence: 0.9, reason: 'A voice.' }, damage: NO_DAMAGE };
}

/** The decoder's part: puts what is said where the order says. */
export async function hear(
  { puts }: Extract<Order, { kind: 'hear' }>,
  put: (url: string, bytes: Uint8Array) => Promise<void>,
): Promise<{ decoded: true }> {
  const folder = await mkdtemp(join(tmpdir(), `heard-${randomUUID()}`));
  try {
    await keepSpeech(spoken(), folder);
    for (const file of SPEECH_FILES) await put(puts[file].url, await readFile(join(folder, file)));
    return { decoded: true };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
