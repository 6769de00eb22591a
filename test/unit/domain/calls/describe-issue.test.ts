import fc from 'fast-check';
import { z } from 'zod';
import { CreditsQuery } from '../../../../layers/domain/accounts/credits-result.ts';
import { BatchQuery, BatchRequest } from '../../../../layers/domain/batches/batch.ts';
import { describeIssue } from '../../../../layers/domain/calls/describe-issue.ts';
import { FramesRequest } from '../../../../layers/domain/frames/frames.ts';
import { JobListQuery } from '../../../../layers/domain/jobs/job.ts';
import { WatchVideoRequest } from '../../../../layers/domain/questions/question.ts';
import { TranscriptRequest } from '../../../../layers/domain/transcript/transcript.ts';
import { CompleteRequest, DirectUploadRequest } from '../../../../layers/domain/uploads/upload.ts';
import { asMany } from '../../../support/breadth.ts';

const told = (schema: z.ZodType, body: unknown): string => {
  const { error } = schema.safeParse(body, { reportInput: true });
  if (!error) throw new Error('nothing was refused');
  return describeIssue(error, schema);
};

const url = 'https://video.example/a.mp4';
const REQUESTS: readonly (readonly [string, z.ZodType, object])[] = [
  ['a frames request', FramesRequest, { url }],
  ['a transcript request', TranscriptRequest, { url }],
  ['a question', WatchVideoRequest, { url }],
  ['a batch', BatchRequest, { items: [{ url }] }],
  ['a direct upload', DirectUploadRequest, {}],
  ['a completion', CompleteRequest, {}],
  ['the query of a batch', BatchQuery, {}],
  ['the query of the credits', CreditsQuery, {}],
  ['the query of the jobs', JobListQuery, {}],
];

describe('what is said of a refused request', () => {
  test.each([
    [{ url, colums: 3 }, 'Unknown field `colums`; did you mean `cols`?'],
    [{ url, columns: 3 }, 'Unknown field `columns`; did you mean `cols`?'],
    [{ url, webhookUrl: url }, 'Unknown field `webhookUrl`; did you mean `webhook_url`?'],
    [{ uploadId: 'upl_1' }, 'Unknown field `uploadId`; did you mean `upload_id`?'],
    [{ url: 1 }, '`url` must be a string, not a number.'],
    [{ url, cols: 0 }, '`cols` must be at least 1.'],
    [{ url, cols: 17 }, '`cols` must be at most 16.'],
    [{ url, cols: 1e308 }, '`cols` must be at most 16.'],
    [{ url, cols: -1e308 }, '`cols` must be at least 1.'],
    [{ url, cols: 1.5 }, '`cols` must be a whole number.'],
    [{ url, fps: 0 }, '`fps` must be greater than 0.'],
    [{ url, sync: 'no' }, '`sync` must be true or false, not a string.'],
    [{ url, return: 'links' }, '`return` must be one of `urls`, `base64`.'],
    [{ url, return: 'url' }, '`return` must be one of `urls`, `base64`; did you mean `urls`?'],
    [
      { url, signals: 'some' },
      '`signals` must be one of `off`, `basic`, `full`, or must be true or false, not a string.',
    ],
    [
      { url, signals: 'Full' },
      '`signals` must be one of `off`, `basic`, `full`, or must be true or false, not a string; did you mean `full`?',
    ],
    [
      { url, start: 'noon' },
      '`start`: write seconds (12.5) or a clock string (1:23.4 or 1:02:03).',
    ],
    [{ url, end: [] }, '`end`: write seconds (12.5) or a clock string (1:23.4 or 1:02:03).'],
    [
      { url, end: 1e308 },
      '`end`: no video reaches that far; write seconds from its first frame, such as 12.5.',
    ],
    [
      { upload_id: url },
      '`upload_id`: takes the id of an upload or of a video; send a link as `url`.',
    ],
    [
      { upload_id: `HTTPS://video.example/${'a'.repeat(200)}` },
      '`upload_id`: takes the id of an upload or of a video; send a link as `url`.',
    ],
    [{ url, idempotency_key: '' }, '`idempotency_key` must have at least 1 character.'],
    [{ url, webhook_url: 'ftp://a.example' }, '`webhook_url` must be an http or https address.'],
    [{}, 'Send exactly one of `url` and `upload_id`.'],
    [{ url, upload_id: 'upl_1' }, 'Send exactly one of `url` and `upload_id`.'],
    [[], 'The body must be an object, not an array.'],
    [null, 'The body must be an object, not null.'],
  ])('%j', (body, sentence) => {
    expect(told(FramesRequest, body)).toBe(sentence);
  });

  test('names a field inside a list by its place', () => {
    expect(told(BatchRequest, { items: [{ url }, { url, questions: 'Who?' }] })).toBe(
      'Unknown field `items[1].questions`; did you mean `question`?',
    );
    expect(told(BatchRequest, { items: [] })).toBe('`items` must have at least 1 entry.');
    expect(told(WatchVideoRequest, { url, window: [3, 9] })).toBe(
      '`window` must be an object with `from`, `to`, not an array.',
    );
    expect(told(BatchRequest, {})).toBe('`items` is missing; send an array.');
  });

  test('names a field inside an object', () => {
    expect(told(WatchVideoRequest, { url, window: { from: 1, two: 2 } })).toBe(
      'Unknown field `window.two`; did you mean `to`?',
    );
    expect(told(WatchVideoRequest, { url, window: { from: 1, to: 1e308 } })).toBe(
      '`window.to`: no video reaches that far; write seconds from its first frame, such as 12.5.',
    );
  });

  test('asks for words where a question is blank', () => {
    for (const question of ['', ' \n']) {
      expect(told(WatchVideoRequest, { url, question })).toBe(
        '`question`: is blank; write what to find out, or leave it out.',
      );
    }
  });

  test('tells the misspelt name before the name it leaves missing', () => {
    expect(told(BatchRequest, { itmes: [] })).toBe('Unknown field `itmes`; did you mean `items`?');
  });

  test('lists the fields where none is near, and does without where the schema is not given', () => {
    expect(told(DirectUploadRequest, { zebra: 1 })).toBe(
      'Unknown field `zebra`. The fields are `filename`, `bytes`, `content_type`, `sha256`, `webhook_url`.',
    );
    const { error } = DirectUploadRequest.safeParse({ zebra: 1 });
    expect(error && describeIssue(error)).toBe('Unknown field `zebra`.');
  });

  test('shows little of a long name, and nothing that would break a line', () => {
    const sentence = told(CompleteRequest, { [`a\n\`\u202e${'b'.repeat(5000)}`]: 1 });
    expect(sentence.length).toBeLessThan(200);
    expect(sentence).not.toMatch(/[\n\u202e]/);
  });
});

describe.each(REQUESTS)('%s', (_, schema, valid) => {
  test('is taken as it is', () => {
    expect(schema.safeParse(valid).success).toBe(true);
  });

  test('with any unknown field is refused by the name of that field', () => {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const name = fc
      .oneof(fc.string({ minLength: 1 }), fc.constantFrom('constructor', 'toString', '__proto__'))
      .filter((key) => !known.includes(key) && !/[\p{C}`]/u.test(key));
    fc.assert(
      fc.property(name, fc.jsonValue(), (key, value) => {
        // As it arrives: only JSON.parse makes `__proto__` a member of its own.
        const body: unknown = JSON.parse(JSON.stringify({ ...valid, [key]: value }));
        expect(told(schema, body)).toContain(`Unknown field \`${key}\``);
      }),
    );
  });

  test('is answered with a sentence whatever JSON arrives', () => {
    const members = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const mixed = fc.dictionary(fc.constantFrom(...members), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), mixed), (body) => {
        const { error } = schema.safeParse(body);
        if (!error) return;
        const sentence = describeIssue(error, schema);
        expect(sentence).toMatch(/^[A-Z`].*[.?]$/s);
        expect(sentence).not.toMatch(/undefined|\[object|Invalid input/);
      }),
      { numRuns: asMany(150, 500) },
    );
  });
});
