import { amazonTranscriber, transcribeClient } from '../../../../layers/adapters/speech/amazon.ts';
import { memoryArtifacts } from '../../../support/fakes/memory-artifacts.ts';
import {
  fault,
  OUTPUT,
  type TranscribeServer,
  transcribeServer,
} from '../../../support/sites/transcribe-server.ts';

const FOLDER = 'orgs/org_1/videos/vid_1/speech/';
const SECONDS_3 = new Int16Array(48_000);
const COMPLETED = { TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-US' };
const RUNNING = { TranscriptionJobStatus: 'IN_PROGRESS' };

let server: TranscribeServer;
let artifacts: ReturnType<typeof memoryArtifacts>;
let waits: number[];
/** Called at every wait, before it is over. */
let whileWaiting: () => void;

beforeEach(async () => {
  server = await transcribeServer();
  artifacts = memoryArtifacts();
  waits = [];
  whileWaiting = () => {};
  server.script = { looks: 3, end: COMPLETED, onEnd: async (job) => writeOutput(job, OUTPUT) };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_TRANSCRIBE: server.address,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterEach(() => server.close());

async function writeOutput(job: Record<string, unknown>, output: object): Promise<void> {
  const key = String(job['OutputKey']);
  // The service leaves this beside its output, to see whether it may write there.
  const tried = key.replace(/[^/]+$/, '.write_access_check_file.temp');
  await artifacts.put(tried, new Uint8Array(), 'text/plain');
  await artifacts.put(key, new TextEncoder().encode(JSON.stringify(output)), 'application/json');
}

const recognise = (language = 'auto', signal = new AbortController().signal) =>
  amazonTranscriber({
    client: transcribeClient(),
    artifacts,
    bucket: 'the-bucket',
    wait: async (ms, aborting) => {
      waits.push(ms);
      whileWaiting();
      aborting?.throwIfAborted();
    },
  }).recognise({ samples: SECONDS_3, language, folder: FOLDER }, signal);

const inputOf = (operation: string) =>
  server.calls.find(({ target }) => target === `Transcribe.${operation}`)?.input;

const leftovers = () => ({ objects: [...artifacts.objects.keys()], jobs: [...server.jobs.keys()] });
const NOTHING = { objects: [], jobs: [] };

test('words come with their times and confidences, and with their punctuation', async () => {
  const { language, segments } = await recognise();
  expect(language).toBe('en-US');
  expect(segments.map(({ text }) => text)).toEqual(['Good evening, friends.', 'Who?']);
  expect(segments[0]?.words).toEqual([
    { start: 0.1, end: 0.4, word: 'Good', confidence: 0.999 },
    { start: 0.4, end: 0.9, word: 'evening,', confidence: 0.98 },
    { start: 0.95, end: 1.2, word: 'friends.', confidence: 0.31 },
  ]);
});

test('sound and words lie under the prefix of the video while the job runs', async () => {
  let sound: Uint8Array | undefined;
  server.script.onEnd = async (job) => {
    const [, key = ''] = /^s3:\/\/the-bucket\/(.*)$/.exec(uriOf(job)) ?? [];
    expect(key.startsWith(FOLDER)).toBe(true);
    sound = await artifacts.get(key);
    await writeOutput(job, OUTPUT);
  };
  await recognise();
  expect(Buffer.from(sound ?? []).toString('latin1', 0, 4)).toBe('RIFF');
  expect(sound).toHaveLength(44 + 96_000);
  expect(inputOf('StartTranscriptionJob')).toMatchObject({
    MediaFormat: 'wav',
    OutputBucketName: 'the-bucket',
    OutputKey: expect.stringMatching(/^orgs\/org_1\/videos\/vid_1\/speech\/video-reader-/),
    IdentifyLanguage: true,
  });
});

const uriOf = (job: Record<string, unknown>) =>
  String((job['Media'] as { MediaFileUri: string }).MediaFileUri);

test('nothing is left when the words are read', async () => {
  await recognise();
  expect(leftovers()).toEqual(NOTHING);
});

test('nobody waits shorter at the end than at the beginning', async () => {
  server.script.looks = 9;
  await recognise();
  expect(waits).toHaveLength(9);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
});

test.each([
  ['de', 'de-DE'],
  ['pt-br', 'pt-BR'],
  ['en-JM', 'en-US'],
  ['zh-Hant-TW', 'zh-TW'],
  ['ar', 'ar-AE'],
])('the language %s is asked as %s', async (asked, code) => {
  await recognise(asked);
  expect(inputOf('StartTranscriptionJob')).toMatchObject({ LanguageCode: code });
  expect(inputOf('StartTranscriptionJob')).not.toHaveProperty('IdentifyLanguage');
});

test('a language that it does not know is refused before anything is sent', async () => {
  await expect(recognise('tlh')).rejects.toMatchObject({ type: 'invalid_request' });
  expect(server.calls).toEqual([]);
  expect(leftovers()).toEqual(NOTHING);
});

test.each(['ThrottlingException', 'LimitExceededException'])(
  '%s is waited out, at the start, while looking and while deleting',
  async (type) => {
    for (const operation of ['Start', 'Get', 'Delete']) {
      server.faults[`${operation}TranscriptionJob`] = [fault(400, type), fault(400, type)];
    }
    const { segments } = await recognise();
    expect(segments).toHaveLength(2);
    expect(leftovers()).toEqual(NOTHING);
  },
);

test('a fault of the service is waited out, and one that is not even JSON too', async () => {
  server.faults['StartTranscriptionJob'] = [
    fault(500, 'InternalFailureException'),
    { status: 503, body: '<html>Service Unavailable</html>' },
  ];
  expect((await recognise()).segments).toHaveLength(2);
});

test('a limit that stays fails the call, which is safe to send again', async () => {
  server.faults['StartTranscriptionJob'] = Array.from({ length: 20 }, () =>
    fault(400, 'LimitExceededException'),
  );
  await expect(recognise()).rejects.toMatchObject({ type: 'processing_failed' });
  const waited = waits.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThan(40_000);
  expect(leftovers()).toEqual(NOTHING);
});

test('a start whose answer was lost counts as started', async () => {
  server.faults['StartTranscriptionJob'] = [fault(500, 'InternalFailureException')];
  whileWaiting = () => {
    const input = inputOf('StartTranscriptionJob') ?? {};
    server.jobs.set(String(input['TranscriptionJobName']), { ...input, ...RUNNING });
    whileWaiting = () => {};
  };
  expect((await recognise()).segments).toHaveLength(2);
});

test('a refused call is not repeated', async () => {
  server.faults['StartTranscriptionJob'] = [fault(400, 'AccessDeniedException')];
  await expect(recognise()).rejects.toMatchObject({ type: 'processing_failed' });
  expect(server.calls.filter(({ target }) => target.includes('Start'))).toHaveLength(1);
});

test('a job that failed fails the call, and nothing of it is left', async () => {
  server.script.end = { TranscriptionJobStatus: 'FAILED', FailureReason: 'Unsupported audio' };
  await expect(recognise()).rejects.toMatchObject({
    type: 'processing_failed',
    cause: { message: 'Unsupported audio' },
  });
  expect(leftovers()).toEqual(NOTHING);
});

test('a job that never ends is given up', async () => {
  server.script = { ...server.script, looks: 10_000, end: COMPLETED };
  await expect(recognise()).rejects.toMatchObject({ type: 'processing_failed' });
  expect([...artifacts.objects.keys()]).toEqual([]);
});

test('a call that is broken off waits for its job to end, and leaves nothing', async () => {
  const broken = new AbortController();
  whileWaiting = () => broken.abort(new Error('broken off'));
  await expect(recognise('auto', broken.signal)).rejects.toThrow('broken off');
  expect(server.calls.some(({ target }) => target.endsWith('DeleteTranscriptionJob'))).toBe(true);
  expect(leftovers()).toEqual(NOTHING);
});

test('sound in which it hears nothing has no language', async () => {
  server.script.onEnd = (job) =>
    writeOutput(job, { results: { language_code: 'en-US', items: [], transcripts: [] } });
  expect(await recognise()).toEqual({ language: null, segments: [] });
});

test('an output of another shape fails the call', async () => {
  server.script.onEnd = (job) => writeOutput(job, { results: 'none' });
  await expect(recognise()).rejects.toMatchObject({ type: 'processing_failed' });
});
