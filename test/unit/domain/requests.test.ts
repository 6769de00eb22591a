import type { z } from 'zod';
import { CreditsQuery } from '../../../layers/domain/accounts/credits-result.ts';
import { BatchQuery, BatchRequest } from '../../../layers/domain/batches/batch.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { JobListQuery } from '../../../layers/domain/jobs/job.ts';
import { WatchVideoRequest } from '../../../layers/domain/questions/question.ts';
import { TranscriptRequest } from '../../../layers/domain/transcript/transcript.ts';
import { CompleteRequest, DirectUploadRequest } from '../../../layers/domain/uploads/upload.ts';
import { VideoListQuery } from '../../../layers/domain/videos/video-list.ts';

const url = 'https://video.example/a.mp4';
const item = { url };
const items = (count: number) => Array.from({ length: count }, () => item);

test('a frames request that names a video only has the defaults', () => {
  expect(FramesRequest.parse({ url })).toEqual({
    url,
    detail: 'auto',
    transcribe: true,
    language: 'auto',
    qa: true,
    signals: 'full',
    read_text: false,
    overlap: false,
    return: 'urls',
    sync: true,
  });
});

test('a transcript request that names a video only has the defaults', () => {
  expect(TranscriptRequest.parse({ upload_id: 'upl_1' })).toEqual({
    upload_id: 'upl_1',
    language: 'auto',
    words: false,
    format: 'json',
    sync: true,
  });
});

test('a question that names a video only has the defaults', () => {
  expect(WatchVideoRequest.parse({ url })).toEqual({
    url,
    depth: 'full',
    rewatch: false,
    sync: true,
  });
});

test('signals can be switched with true and false', () => {
  expect(FramesRequest.parse({ url, signals: true }).signals).toBe('full');
  expect(FramesRequest.parse({ url, signals: false }).signals).toBe('off');
});

test('query parameters, which are text, become numbers; without them there are defaults', () => {
  expect(CreditsQuery.parse({ limit: '200' })).toEqual({ limit: 200 });
  expect(CreditsQuery.parse({})).toEqual({ limit: 20 });
  expect(BatchQuery.parse({ wait: '2.5' })).toEqual({ wait: 2.5 });
  expect(BatchQuery.parse({})).toEqual({ wait: 0 });
});

const TAKEN: readonly [z.ZodType, object][] = [
  [FramesRequest, { url: 'upl_01KAH2M7Q4R8S0T3V5W6X9Y1Z3' }],
  [FramesRequest, { url, cols: 1, rows: 16, sheet_width: 200, fps: 0.01 }],
  [FramesRequest, { url, cols: 16, rows: 1, sheet_width: 1568, fps: 120 }],
  [FramesRequest, { url, start: '1:02:03', end: 3724.5 }],
  [TranscriptRequest, { url, language: 'pt-BR', format: 'vtt', words: true }],
  [TranscriptRequest, { url, language: 'zh-cmn-Hant-HK-abcdefgh-abcdefgh' }],
  [WatchVideoRequest, { session_id: 'ses_1' }],
  [WatchVideoRequest, { session_id: 'ses_1', url }],
  [WatchVideoRequest, { url, window: { from: 0, to: 2.5 }, region: [0, 0.25, 1, 1] }],
  [WatchVideoRequest, { url, window: { from: 0, to: 2.5 }, region: null }],
  // What is no JSON Schema has an error type of its own, so it passes here.
  [WatchVideoRequest, { url, schema: 'text' }],
  [BatchRequest, { items: items(1) }],
  [BatchRequest, { items: items(20), verb: 'watch_video' }],
  [CreditsQuery, { limit: '0' }],
  [BatchQuery, { wait: '60' }],
  [JobListQuery, { limit: '100' }],
  [DirectUploadRequest, {}],
  [DirectUploadRequest, { filename: 'a.mov', bytes: 1, content_type: 'video/quicktime' }],
  [DirectUploadRequest, { content_type: 'video/webm;codecs=vp9,opus' }],
  [CompleteRequest, {}],
  [CompleteRequest, { parts: [{ part_number: 10_000, etag: '"a"' }] }],
];

test.each(TAKEN.map(([schema, body]) => [schema.meta()?.id ?? 'a query', body, schema] as const))(
  '%s takes %j',
  (_, body, schema) => {
    expect(schema.safeParse(body).error).toBeUndefined();
  },
);

const REFUSED: readonly [z.ZodType, unknown][] = [
  [FramesRequest, {}],
  [FramesRequest, { url, upload_id: 'upl_1' }],
  [FramesRequest, { url, detail: 'Fine' }],
  [FramesRequest, { url, fps: 0 }],
  [FramesRequest, { url, fps: 120.5 }],
  [FramesRequest, { url, cols: 0 }],
  [FramesRequest, { url, rows: 17 }],
  [FramesRequest, { url, sheet_width: 199 }],
  [FramesRequest, { url, sheet_width: 1569 }],
  [FramesRequest, { url, start: '90' }],
  [FramesRequest, { url, webhook_url: 'javascript:alert(1)' }],
  [FramesRequest, { url, idempotency_key: 'k'.repeat(256) }],
  [FramesRequest, { url: null }],
  [TranscriptRequest, { url, format: 'ass' }],
  [TranscriptRequest, { url, language: 'english, please' }],
  [TranscriptRequest, { url, language: 'en-abcdefgh-abcdefgh-abcdefgh-abcdefgh' }],
  [WatchVideoRequest, {}],
  [WatchVideoRequest, { url, upload_id: 'upl_1' }],
  [WatchVideoRequest, { url, question: ' ' }],
  [WatchVideoRequest, { url, depth: 'deep' }],
  [WatchVideoRequest, { url, window: { from: 1 } }],
  [WatchVideoRequest, { url, window: { from: 1, to: '0:02' } }],
  [WatchVideoRequest, { url, region: [0, 0, 1] }],
  [WatchVideoRequest, { url, region: [0, 0, 1, 1.1] }],
  [WatchVideoRequest, { url, region: [0.5, 0, 0.5, 1] }],
  [WatchVideoRequest, { url, context: 'one sentence' }],
  [BatchRequest, { items: [] }],
  [BatchRequest, { items: items(21) }],
  [BatchRequest, { items: [{}] }],
  [BatchRequest, { items: items(1), verb: 'frames' }],
  [CreditsQuery, { limit: '201' }],
  [CreditsQuery, { limit: '-1' }],
  [CreditsQuery, { limit: '1.5' }],
  [CreditsQuery, { limit: 'all' }],
  [BatchQuery, { wait: '61' }],
  [JobListQuery, { limit: '0' }],
  [DirectUploadRequest, { bytes: 0 }],
  [DirectUploadRequest, { content_type: 'video/mp4\r\nx-evil: 1' }],
  [DirectUploadRequest, { content_type: 'video/mp4; codecs="a\r\nx-evil: 1"' }],
  [CompleteRequest, { parts: [] }],
  [CompleteRequest, { parts: [{ part_number: 0, etag: '"a"' }] }],
];

test.each(REFUSED.map(([schema, body]) => [schema.meta()?.id ?? 'a query', body, schema] as const))(
  '%s refuses %j',
  (_, body, schema) => {
    expect(schema.safeParse(body).success).toBe(false);
  },
);

test('a region that points at nothing is none, with a window or without', () => {
  const plain = WatchVideoRequest.parse({ url });
  expect(WatchVideoRequest.parse({ url, region: null })).toStrictEqual(plain);
});

test('a list of videos goes on from the id of one, and from nothing else', () => {
  const next = 'vid_01JZ0000000000000000000000';
  expect(VideoListQuery.parse({ next })).toEqual({ limit: 20, next });
  for (const other of ['', 'x', next.toLowerCase(), next.replace('vid', 'job'), `${next}#`]) {
    expect(VideoListQuery.safeParse({ next: other }).success).toBe(false);
  }
});
