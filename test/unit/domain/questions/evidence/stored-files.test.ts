import { fieldsFromFacts } from '../../../../../layers/domain/questions/evidence/fields-from-facts.ts';
import { ask, FACTS, told } from '../../../../support/evidence-facts.ts';

test.each([
  ['How many frames does the video have?', '1500 frames were read. 0'],
  ['How many frames are there in total?', '1500 frames were read. 0'],
  ['What is the file size?', 'The file has 7500000 bytes, which is 7.50 megabytes. 0'],
  ['How many megabytes is it?', 'The file has 7500000 bytes, which is 7.50 megabytes. 0'],
  [
    'What is the bitrate?',
    'Its bytes by its length are 1000 kilobits a second in the mean, pictures and sound together. 0',
  ],
  ['Which video codec?', 'The picture is coded as vp9. 0'],
  ['Which audio codec is it?', 'The sound is coded as opus. 0'],
  ['What codec is used?', 'The picture is coded as vp9. The sound is coded as opus. 0'],
  ['Is it an mp4?', 'The container is one that is read as "matroska,webm". 0'],
  ['How many audio channels are there?', 'The sound has 2 channels, stereo. 0'],
  ['Is it stereo or mono?', 'The sound has 2 channels, stereo. 0'],
  ['Is the video interlaced?', 'The picture is not interlaced, by what its file says. '],
  ['Is it HDR?', 'The file names no transfer function of HDR. '],
  ['What is the timecode of the first frame?', 'The file came without a timecode. '],
  [
    'How many slides are there?',
    'There are 4 shots by the cuts; which of them are slides is not told. 0',
  ],
])('what the file says is told: %s', (question, sentence) => {
  expect(told(question)).toEqual([sentence]);
});

test('slides that came as slides are counted, and the first timecode is told as it is written', () => {
  const facts = { ...FACTS, slides: 5, timecode: '15:44:35:10' };
  const texts = (question: string) => ask(question, facts).sentences.map(({ text }) => text);
  expect(texts('How many slides are there?')).toEqual(['There are 5 slides.']);
  expect(texts('What is the start timecode?')).toEqual([
    'The timecode of the first frame is "15:44:35:10".',
  ]);
});

test.each([
  ['What is the darkest moment?', 'brightness'],
  ['When is it brightest?', 'brightness'],
  ['What is the loudest moment?', 'loudness'],
  ['When is the sound quietest?', 'loudness'],
  ['What is the sample rate?', 'sample rate'],
  ['Is the audio in sync?', 'sound beside picture'],
  ['Are there any dropped frames?', 'faults of the picture'],
])('what was not measured is said so, and no model is asked for: %s', (question, field) => {
  const { sentences, missing } = ask(question);
  expect(sentences).toEqual([]);
  expect(missing).toEqual([{ field, reason: expect.stringContaining('not') }]);
});

test('of a part of the video, and of sessions that were begun before, no frames and codecs are told', () => {
  const { sentences, missing } = ask('How many frames are there in total after 30 seconds?');
  expect(sentences).toEqual([]);
  expect(missing).toMatchObject([{ field: 'frames' }]);
  expect(ask('What codec is used?', { ...FACTS, file: null }).sentences).toEqual([]);
});

test('members of a schema for the file are filled by their names', () => {
  const number = { type: 'number' };
  const text = { type: 'string' };
  const properties = {
    frame_count: number,
    file_size: number,
    bitrate: number,
    codec: text,
    audio_codec: text,
    audio_channels: number,
    interlaced: { type: 'boolean' },
    slide_count: number,
    loudest_second: number,
    bitrate_kbps: number,
  };
  const fields = fieldsFromFacts({ type: 'object', properties }, FACTS);
  expect(Object.fromEntries(fields.map(({ path, json }) => [path, JSON.parse(json)]))).toEqual({
    frame_count: 1500,
    file_size: 7_500_000,
    bitrate: 1_000_000,
    codec: 'vp9',
    audio_codec: 'opus',
    audio_channels: 2,
    interlaced: false,
  });
});
