import { bm25 } from '../../../../layers/adapters/search/bm25.ts';
import { evidenceReader } from '../../../../layers/app/questions/evidence-reader.ts';
import type { Earlier } from '../../../../layers/app/questions/reading.ts';

const { followUp } = evidenceReader({ ranking: bm25 });
/** A file of which nothing was measured but its own data. */
const EARLIER: Earlier = {
  window: [0, 10],
  region: null,
  events: [],
  notes: [],
  asked: [],
  transcript: null,
  survey: null,
  tiles: [{ second: 0, interval: 1 }],
  video: {
    id: 'vid_1',
    platform: 'upload',
    duration: 10,
    width: 640,
    height: 360,
    orientation: 'landscape',
    src_fps: 25,
    title: null,
    language: null,
    content_box: null,
    carousel: null,
    start_timecode: null,
    interlaced: false,
    audio_tracks: 0,
  },
};
const ask = (question: string, properties: object) =>
  followUp(
    EARLIER,
    {
      question,
      context: [],
      instructions: undefined,
      schema: JSON.stringify({ type: 'object', properties }),
    },
    'nonce',
    AbortSignal.timeout(60_000),
  );

test('a part of a question that a schema does not ask again stays unanswered', async () => {
  const shape = { fps: { type: 'number' } };
  const { fields, missing } = await ask(
    'What is the frame rate, and what colour is the dog?',
    shape,
  );
  expect(fields).toMatchObject([{ path: 'fps', json: '25' }]);
  expect(missing.map(({ field }) => field)).toEqual(['what colour is the dog']);
});

test('a question that its schema answers is not called unanswered', async () => {
  const { missing } = await ask('Fill this in', { fps: { type: 'number' } });
  expect(missing).toEqual([]);
});

test('what lasts until the end of the video is seen in its last frame', async () => {
  const silence = { start: 4, end: 10, duration: 6 };
  const technical = { scene_cuts: [], freezes: [], blacks: [], silence_gaps: [silence] };
  const asking = { question: 'When is it silent?', context: [], instructions: undefined };
  const answered = async (duration: number) => {
    const video = { ...EARLIER.video, duration, audio_tracks: 1 };
    const earlier = { ...EARLIER, video, survey: { technical } } as unknown as Earlier;
    const { claims } = await followUp(
      earlier,
      { ...asking, schema: undefined },
      'nonce',
      AbortSignal.timeout(60_000),
    );
    return claims.at(-1)?.seconds;
  };
  expect(await answered(10)).toEqual([4, 9.96]);
  // In a window of a longer one there is a frame at its end.
  expect(await answered(20)).toEqual([4, 10]);
});

test('of a video whose length is no whole number of milliseconds all is known', async () => {
  const technical = { scene_cuts: [4, 6], freezes: [], blacks: [], silence_gaps: [] };
  const signal = { frames_read: 250, dissolves: [], flashes: [], inserts: [], wipes: [] };
  const video = { ...EARLIER.video, duration: 10.167 };
  const earlier = { ...EARLIER, window: [0, 10.166_666_7], video, survey: { technical, signal } };
  const tell = async (question: string) => {
    const asking = { question, context: [], instructions: undefined, schema: undefined };
    const limit = AbortSignal.timeout(60_000);
    const { claims } = await followUp(earlier as unknown as Earlier, asking, 'nonce', limit);
    return claims[0]?.text;
  };
  expect(await tell('How many frames does it have?')).toBe('250 frames were read.');
  expect(await tell('When is the first cut?')).toBe(
    'The first of 2 cuts: the picture cuts to another shot.',
  );
  expect(await tell('Is there a wipe?')).toBe('Every frame was measured: no wipe was found.');
});

test('a schema of one value holds what the question asks for, or what it says itself', async () => {
  const technical = { scene_cuts: [4, 6], freezes: [], blacks: [], silence_gaps: [] };
  const earlier = { ...EARLIER, survey: { technical } } as unknown as Earlier;
  const filled = async (question: string, shape: object) => {
    const asking = { question, context: [], instructions: undefined };
    const schema = JSON.stringify(shape);
    const limit = AbortSignal.timeout(60_000);
    const { fields } = await followUp(earlier, { ...asking, schema }, 'nonce', limit);
    return fields.map(({ json }) => json);
  };
  const number = { type: 'integer' };
  expect(await filled('How many cuts are there?', number)).toEqual(['2']);
  const described = { ...number, description: 'Number of freezes' };
  expect(await filled('How many cuts are there?', described)).toEqual(['0']);
  expect(await filled('How many dogs are there?', number)).toEqual([]);
});
