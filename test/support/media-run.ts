import { dice } from '../../bench/detectors/random.ts';
import { type MutatedFile, mutatedMedia } from './clips/mutated-media.ts';
import { type WorkerMemory, watchWorkerMemory } from './processes/worker-memory.ts';

interface Service {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Of its process, where this one has not started it. */
  readonly pid?: number;
}

interface Answer {
  readonly file: string;
  readonly call: 'upload' | 'frames';
  readonly status: number;
  readonly type: string | undefined;
  readonly seconds: number;
}

export interface MediaRun {
  readonly answers: readonly Answer[];
  /** Calls by what they were answered with, e.g. `frames 200`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly slowestSeconds: number;
  readonly peakMemory: WorkerMemory;
  /** Neither taken nor refused for what they are, or too slow. */
  readonly wrong: readonly Answer[];
}

const IN_FLIGHT = 2;
const LONGEST_SECONDS = 60;
const WINDOW_OUT = new Set(['invalid_window', 'window_too_long', 'window_too_long_for_detail']);

/** Sends damaged files to a running service, and asks for frames of those that it takes. */
export async function mediaRun(
  service: Service,
  { folder, count, seed }: { folder: string; count: number; seed: number },
  onAnswer: (answer: Answer, isRight: boolean) => void = () => undefined,
): Promise<MediaRun> {
  const answers: Answer[] = [];
  const random = dice(seed + 1);
  const memory = watchWorkerMemory(service.pid);
  const files = mutatedMedia(folder, count, seed);
  const work = async () => {
    for await (const file of files) {
      for (const answer of await tryFile(service, file, random.chance(0.5))) {
        answers.push(answer);
        onAnswer(answer, isRight(answer));
      }
    }
  };
  // A generator hands each file to one of the two.
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  const counts: Record<string, number> = {};
  for (const { call, status, type = '' } of answers) {
    const key = `${call} ${status} ${type}`.trim();
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return {
    answers,
    counts,
    slowestSeconds: Math.max(...answers.map(({ seconds }) => seconds)),
    peakMemory: memory.stop(),
    wrong: answers.filter((answer) => !isRight(answer)),
  };
}

const isRight = ({ call, status, type = '', seconds }: Answer) =>
  seconds < LONGEST_SECONDS &&
  (status === 200 ||
    status === 422 ||
    (call === 'frames' && status === 400 && WINDOW_OUT.has(type)));

async function tryFile(service: Service, file: MutatedFile, early: boolean): Promise<Answer[]> {
  const form = new FormData();
  form.set('file', new Blob([file.bytes]), file.name);
  const upload = await timed(service, { file: file.name, call: 'upload', body: form });
  if (upload.answer.status !== 200) return [upload.answer];
  const question = {
    upload_id: upload.body['upload_id'],
    transcribe: false,
    ...(early ? { start: 0.2, end: 0.9 } : {}),
  };
  const frames = await timed(service, {
    file: file.name,
    call: 'frames',
    body: JSON.stringify(question),
  });
  return [upload.answer, frames.answer];
}

const PATHS: Readonly<Record<Answer['call'], string>> = {
  upload: '/v1/uploads',
  frames: '/v1/frames',
};

async function timed(
  { baseUrl, apiKey }: Service,
  { file, call, body }: Pick<Answer, 'file' | 'call'> & { readonly body: FormData | string },
) {
  const began = performance.now();
  const response = await fetch(baseUrl + PATHS[call], {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  });
  const said = (await response.json()) as Record<string, unknown> & { error?: { type: string } };
  const seconds = (performance.now() - began) / 1000;
  return {
    body: said,
    answer: { file, call, status: response.status, type: said.error?.type, seconds },
  };
}
