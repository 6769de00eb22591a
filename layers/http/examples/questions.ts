import type { z } from 'zod';
import type { Batch, BatchCreated, BatchRequest } from '../../domain/batches/batch.ts';
import type {
  BatchEstimated,
  QuestionEstimate,
  QuestionEstimated,
} from '../../domain/calls/estimate.ts';
import type { AlreadyRead, Answer, WatchVideoRequest } from '../../domain/questions/question.ts';
import { estimate } from './reads.ts';
import { BATCH_ID, SESSION_ID, UPLOAD_ID, video } from './story.ts';

const answer: Answer = {
  session_id: SESSION_ID,
  answer: 'The lamp is first lit at [12.5s]; it has turned once by [22.5s].',
  unanswered: [{ field: 'keeper', reason: 'Nobody is named, on the picture or in the sound.' }],
  unresolved: [
    { from: 30, to: 31, reason: 'The sign is too small to read.', region: [0.6, 0.1, 0.9, 0.4] },
  ],
  cached: false,
  seen_at: [12.5, 22.5],
  credits_charged: 2.13,
  ms: 8214,
  notes: ['Answered by gpt-vision at models.example.'],
};

const questionEstimate: QuestionEstimate = {
  ...estimate,
  credits: 2.13,
  balance_after: 97.87,
  window: [0, 42.6],
  depth: 'full',
  sheets: 0,
  estimated_vision_tokens: 0,
};

/** Questions about one video or many. */
export const QUESTIONS = {
  WatchVideoRequest: {
    upload_id: UPLOAD_ID,
    question: 'When is the lamp lit, and by whom?',
  } satisfies z.input<typeof WatchVideoRequest>,
  Answer: answer,
  AlreadyRead: {
    status: 'already_read',
    session_id: SESSION_ID,
    video,
    price: { follow_up: 0.1, rewatch: 2.13 },
    next: {
      follow_up: { session_id: SESSION_ID, question: 'What does the sign say?' },
      rewatch: { upload_id: UPLOAD_ID, question: 'What does the sign say?', rewatch: true },
    },
  } satisfies AlreadyRead,
  QuestionEstimated: { estimate: questionEstimate } satisfies z.infer<typeof QuestionEstimated>,
  BatchRequest: {
    items: [{ upload_id: UPLOAD_ID, ref: 'north' }, { url: 'https://video.example/south.mp4' }],
    question: 'What colour is the tower?',
  } satisfies z.input<typeof BatchRequest>,
  BatchCreated: {
    batch_id: BATCH_ID,
    verb: 'watch_video',
    status: 'queued',
    total: 2,
  } satisfies BatchCreated,
  BatchEstimated: {
    estimate: {
      ...questionEstimate,
      window: null,
      items: [
        { ref: 'north', estimate: questionEstimate, error: null },
        {
          ref: null,
          estimate: null,
          error: {
            type: 'video_not_found',
            message: 'Your organization has no video with this id.',
          },
        },
      ],
    },
  } satisfies z.infer<typeof BatchEstimated>,
  Batch: {
    batch_id: BATCH_ID,
    status: 'running',
    total: 2,
    done: 1,
    failed: 0,
    credits_charged: 2.13,
    items: [
      {
        ref: 'north',
        run_id: 'run_01KAH2Q5A4B8C0D3E5F6G9H1J3',
        status: 'succeeded',
        session_id: SESSION_ID,
        answer: 'White with a red band, as at [4s].',
        value: null,
        unanswered: [],
        credits_charged: 2.13,
        error: null,
      },
      {
        ref: null,
        run_id: 'run_01KAH2Q5A4B8C0D3E5F6G9H1J4',
        status: 'running',
        session_id: null,
        answer: null,
        value: null,
        unanswered: [],
        credits_charged: 0,
        error: null,
      },
    ],
  } satisfies Batch,
};
