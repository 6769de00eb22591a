import type { Asked } from '../../../layers/app/ports/questions/answerer.ts';

const JPEG = { jpeg: new Uint8Array([255, 216, 255]), width: 100, height: 50 };

/** The schema of the answer that is asked for. */
export const SCHEMA = { type: 'object', properties: { a: { type: 'number' } } };

/** What suites of models ask, whichever wire it goes over. */
export const asked = (pictures = 2): Asked => ({
  pass: 'answer',
  system: 'You read videos.',
  content: [...Array.from({ length: pictures }, () => JPEG), { text: 'What is seen?' }],
  schema: SCHEMA,
  maxTokens: 800,
});

/** Matches the failure of a model that says so. */
export const failed = (message: string) => ({
  type: 'processing_failed',
  message: expect.stringContaining(message),
});
