import { makeAcceptFrames } from '../../../layers/app/accept-frames.ts';
import { makeAnswerCall } from '../../../layers/app/answer-call.ts';
import { makeReadFrames } from '../../../layers/app/read-frames.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { readingCall } from '../../compose/reading-call.ts';
import { ReadingEnv } from '../../compose/reading-env.ts';
import { framesRoute } from './route.ts';

const { gate, accepting, answering, artifacts } = await readingCall(ReadingEnv.parse(process.env));
const frames = makeAnswerCall({
  ...answering,
  accept: makeAcceptFrames(accepting),
  readResult: makeReadFrames({ artifacts }),
});

export const handler = httpHandler(framesRoute, gate, ({ principal, body }) =>
  frames(principal, body),
);
