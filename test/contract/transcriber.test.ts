import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amazonTranscriber, transcribeClient } from '../../layers/adapters/speech/amazon.ts';
import { chooseTranscriber } from '../../layers/adapters/speech/find-transcriber.ts';
import { openaiTranscriber } from '../../layers/adapters/speech/openai.ts';
import type { Transcriber } from '../../layers/app/ports/transcript/speech.ts';
import { ffmpeg } from '../support/clips/ffmpeg.ts';
import { fakeSpeech } from '../support/fakes/fake-speech.ts';
import { memoryArtifacts } from '../support/fakes/memory-artifacts.ts';
import { site } from '../support/sites/sites.ts';
import { fault, OUTPUT, transcribeServer } from '../support/sites/transcribe-server.ts';

const SECONDS = 3;
const HERTZ = 16_000;
const QUIET = new Int16Array(SECONDS * HERTZ);
const never = new AbortController().signal;

/** What the next call is to hear: a sentence, nothing, or an answer that says that it may not. */
type Next = 'a sentence' | 'nothing' | 'a refusal';

interface Kind {
  readonly transcriber: Transcriber;
  /** Sound in which a recogniser that listens hears the same; the others are told what to hear. */
  next(what: Next): Int16Array;
  close(): void;
}

const segments = [
  { start: 0.1, end: 1.2, text: 'Good evening.', confidence: 0.9 },
  { start: 1.8, end: 2.3, text: 'Who is there?', confidence: 0.4 },
];

async function ofOpenai(): Promise<Kind> {
  let what: Next = 'a sentence';
  const server = await site((request, response) => {
    request.resume();
    request.on('end', () => {
      const heard = what === 'nothing' ? [] : segments;
      const body =
        what === 'a refusal'
          ? { error: { message: 'Incorrect API key provided' } }
          : {
              language: 'english',
              text: heard.map(({ text }) => text).join(' '),
              segments: heard.map(({ start, end, text }) => ({
                start,
                end,
                text,
                avg_logprob: -0.1,
                no_speech_prob: 0.01,
              })),
              words: [],
            };
      response
        .writeHead(what === 'a refusal' ? 401 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    });
  });
  return {
    transcriber: openaiTranscriber({
      url: server.origin,
      model: 'whisper-1',
      wait: async () => {},
    }),
    next(now) {
      what = now;
      return QUIET;
    },
    close: () => server.close(),
  };
}

async function ofAmazon(): Promise<Kind> {
  const server = await transcribeServer();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_TRANSCRIBE: server.address,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const artifacts = memoryArtifacts();
  let output: object = OUTPUT;
  server.script = {
    looks: 1,
    end: { TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-US' },
    onEnd: (job) => {
      const bytes = new TextEncoder().encode(JSON.stringify(output));
      return artifacts.put(String(job['OutputKey']), bytes, 'application/json');
    },
  };
  return {
    transcriber: amazonTranscriber({
      client: transcribeClient(),
      artifacts,
      bucket: 'the-bucket',
      wait: async () => {},
    }),
    next(what) {
      const nothing = { results: { language_code: 'en-US', items: [], transcripts: [] } };
      output = what === 'nothing' ? nothing : OUTPUT;
      const refused = what === 'a refusal' ? [fault(400, 'AccessDeniedException')] : [];
      server.faults['StartTranscriptionJob'] = refused;
      return QUIET;
    },
    close: () => server.close(),
  };
}

async function ofTheTests(): Promise<Kind> {
  const fake = fakeSpeech();
  const { recognise: hearsNothing } = fake;
  return {
    transcriber: fake.transcriber,
    next(what) {
      fake.recognise =
        what === 'nothing' ? hearsNothing : async () => ({ language: 'en', segments });
      return QUIET;
    },
    close: () => undefined,
  };
}

/** The recogniser of this machine, and a voice of ffmpeg's. */
async function ofThisMachine(): Promise<Kind> {
  const chosen = await chooseTranscriber({
    ...process.env,
    TRANSCRIBER: 'pocketsphinx',
    TRANSCRIBER_MODEL: '',
  });
  if (!chosen) throw new Error('pocketsphinx is not here: run bin/setup');
  const folder = await mkdtemp(join(tmpdir(), 'voice-'));
  const file = join(folder, 'voice.raw');
  const voice = ['-f', 'lavfi', '-i', "flite=text='good evening and welcome':voice=slt"];
  const length = ['-af', `apad=whole_dur=${SECONDS}`, '-t', String(SECONDS)];
  await ffmpeg(...voice, ...length, '-ar', String(HERTZ), '-ac', '1', '-f', 's16le', file);
  const { buffer } = new Uint8Array(await readFile(file));
  const said = new Int16Array(buffer);
  await rm(folder, { recursive: true });
  const store = { artifacts: memoryArtifacts(), bucket: 'the-bucket' };
  return {
    transcriber: chosen.connect(store, async () => {}),
    next: (what) => (what === 'nothing' ? QUIET : said),
    close: () => undefined,
  };
}

const asked = (samples: Int16Array) => ({
  samples,
  language: 'auto',
  folder: 'orgs/o/videos/v/speech/',
});

describe.each<[string, () => Promise<Kind>]>([
  ['that speaks as OpenAI does', ofOpenai],
  ['of Amazon', ofAmazon],
  ['of this machine', ofThisMachine],
  ['of the tests', ofTheTests],
])('a recogniser %s', (_, make) => {
  let kind: Kind;
  beforeAll(async () => {
    kind = await make();
  });
  afterAll(() => kind.close());

  test('has a name, and takes at least one stretch at once', () => {
    expect(kind.transcriber.name).not.toBe('');
    expect(kind.transcriber.parallel).toBeGreaterThanOrEqual(1);
  });

  test('tells words in their order, inside the sound, with a certainty', async () => {
    const sound = asked(kind.next('a sentence'));
    const heard = await kind.transcriber.recognise(sound, never);
    expect(heard.language ?? 'en').toMatch(/^en/);
    expect(heard.segments.length).toBeGreaterThan(0);
    let before = 0;
    for (const { start, end, text, confidence } of heard.segments) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(SECONDS);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      before = end;
    }
  });

  test('hears nothing where nothing is said', async () => {
    const sound = asked(kind.next('nothing'));
    expect((await kind.transcriber.recognise(sound, never)).segments).toEqual([]);
  });
});

test.each<[string, () => Promise<Kind>]>([
  ['that speaks as OpenAI does', ofOpenai],
  ['of Amazon', ofAmazon],
])('a recogniser %s that may not be used fails the call', async (_, make) => {
  const { transcriber, next, close } = await make();
  const sound = asked(next('a refusal'));
  const failed = { type: 'processing_failed' };
  await expect(transcriber.recognise(sound, never)).rejects.toMatchObject(failed);
  close();
});
