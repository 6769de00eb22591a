import { ApiError, DomainError, PROCESSING_FAILED } from '../../../layers/domain/errors.ts';
import { DetailLevelsResult, detailLevels } from '../../../layers/domain/frames/detail-levels.ts';
import { LEVEL_SPECS, LEVELS } from '../../../layers/domain/frames/levels.ts';
import { Job } from '../../../layers/domain/jobs/job.ts';
import { AlreadyRead, WatchVideoRequest } from '../../../layers/domain/questions/question.ts';
import { DirectUploadTarget } from '../../../layers/domain/uploads/upload.ts';
import { WebhookEvent } from '../../../layers/domain/webhooks/webhook-event.ts';
import { EXAMPLES } from '../../../layers/http/examples/examples.ts';

const { put } = EXAMPLES['PutTarget'] as { put: object };
const { multipart, ...target } = EXAMPLES['MultipartTarget'] as { multipart: object };
const job = EXAMPLES['Job'] as Job;

describe('the target of a direct upload', () => {
  test.each([
    ['one request', { ...target, put }, true],
    ['parts', { ...target, multipart }, true],
    ['both', { ...target, put, multipart }, false],
    ['neither', target, false],
  ])('with %s', (_, value, valid) => {
    expect(DirectUploadTarget.safeParse(value).success).toBe(valid);
  });
});

describe('a job', () => {
  test.each(['FramesResult', 'TranscriptResult', 'Answer'])('can end in a %s, unchanged', (id) => {
    const ended = { ...job, result: EXAMPLES[id] };
    expect(Job.parse(ended)).toEqual(ended);
  });

  test('of a webhook carries no result', () => {
    const event = { type: 'job.succeeded', timestamp: job.queued_at, data: job };
    expect(WebhookEvent.safeParse(event).success).toBe(false);
  });
});

test('what is offered for a video already read can be sent as it stands', () => {
  const { next } = AlreadyRead.parse(EXAMPLES['AlreadyRead']);
  expect(WatchVideoRequest.safeParse(next.follow_up).success).toBe(true);
  expect(WatchVideoRequest.parse(next.rewatch).rewatch).toBe(true);
});

describe('the levels', () => {
  test('are told as they are applied', () => {
    const told = DetailLevelsResult.parse(detailLevels());
    expect(told.levels.map(({ detail }) => detail)).toEqual([...LEVELS]);
    expect(told.plans).toHaveProperty('enterprise.monthly_credits', 30_000);
  });

  test.each([
    // level, tiles/s, tiles a sheet, window cap, price, unit, sheets, beyond the cap
    ['overview', 2, 30, null, 1, 'min', 14, 'truncate'],
    ['standard', 5, 30, null, 2, 'min', 12, 'truncate'],
    ['detail', 5, 6, 30, 4, 'min', 10, 'truncate'],
    ['fine', 10, 2, 10, 2, 'sec', 12, 'error'],
    ['motion', 30, 2, 3, 3, 'sec', 24, 'error'],
    ['single', 1, 1, 0.2, 1, 'flat', 1, 'error'],
  ] as const)(
    '%s: %d tiles a second, %d on a sheet',
    (level, fps, tiles, cap, rate, unit, sheets, beyond) => {
      expect(LEVEL_SPECS[level]).toMatchObject({
        fps,
        frames_per_sheet: tiles,
        max_window_seconds: cap,
        credits: { rate, unit },
        max_sheets_per_call: sheets,
        on_exceed: beyond,
      });
      for (const [cols, rows] of [LEVEL_SPECS[level].grid_16_9, LEVEL_SPECS[level].grid_9_16]) {
        expect(cols * rows).toBe(tiles);
      }
    },
  );
});

describe('an error', () => {
  test('is told without what only the edge needs', () => {
    const error = new DomainError('rate_limited', 'Too many.', { retryAfterSeconds: 3 });
    expect(error.toApiError()).toEqual({ type: 'rate_limited', message: 'Too many.' });
  });

  test('of ours says nothing of the inside', () => {
    expect(ApiError.parse(PROCESSING_FAILED)).toEqual(PROCESSING_FAILED);
  });
});
