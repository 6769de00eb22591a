import { makeAcceptCall } from '../../../layers/app/calls/accept-call.ts';
import { makeAnswerCall } from '../../../layers/app/calls/answer-call.ts';
import { makeEstimateCall } from '../../../layers/app/calls/estimate-call.ts';
import { framesOperation } from '../../../layers/app/frames/frames-operation.ts';
import { makeReadFrames } from '../../../layers/app/frames/read-frames.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { readingCall } from '../../compose/reading-call.ts';
import { ReadingEnv } from '../../compose/reading-env.ts';
import { framesRoute } from './route.ts';

const { gate, accepting, answering, artifacts, recogniser } = await readingCall(
  ReadingEnv.parse(process.env),
);
const operation = framesOperation(recogniser);
const frames = makeAnswerCall({
  ...answering,
  accept: makeAcceptCall(operation, accepting),
  readResult: makeReadFrames({ artifacts }),
});

const estimate = makeEstimateCall(operation, accepting);

export const handler = httpHandler(framesRoute, gate, async ({ principal, body }) => {
  const { estimate: isEstimate, ...request } = body;
  if (!isEstimate) return frames(principal, request);
  return { status: 200, body: { estimate: await estimate(principal, request) } };
});
