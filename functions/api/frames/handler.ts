import { makeAcceptCall } from '../../../layers/app/calls/accept-call.ts';
import { makeAnswerCall } from '../../../layers/app/calls/answer-call.ts';
import { framesOperation } from '../../../layers/app/frames/frames-operation.ts';
import { makeReadFrames } from '../../../layers/app/frames/read-frames.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { readingCall } from '../../compose/reading-call.ts';
import { ReadingEnv } from '../../compose/reading-env.ts';
import { framesRoute } from './route.ts';

const { gate, accepting, answering, artifacts, recogniser } = await readingCall(
  ReadingEnv.parse(process.env),
);
const frames = makeAnswerCall({
  ...answering,
  accept: makeAcceptCall(framesOperation(recogniser), accepting),
  readResult: makeReadFrames({ artifacts }),
});

export const handler = httpHandler(framesRoute, gate, ({ principal, body }) =>
  frames(principal, body),
);
