import { makeAcceptCall } from '../../../layers/app/calls/accept-call.ts';
import { makeAnswerCall } from '../../../layers/app/calls/answer-call.ts';
import { makeEstimateCall } from '../../../layers/app/calls/estimate-call.ts';
import { OPERATIONS } from '../../../layers/app/operations/operations.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { ReadingEnv } from '../../compose/env/reading-env.ts';
import { readingCall } from '../../compose/reading-call.ts';
import { framesRoute } from './route.ts';

const { gate, accepting, answering, artifacts } = await readingCall(ReadingEnv.parse(process.env));
const operation = OPERATIONS.frames;
const frames = makeAnswerCall({
  ...answering,
  accept: makeAcceptCall(operation, accepting),
  readResult: operation.read({ artifacts }),
});

const estimate = makeEstimateCall(operation, accepting);

export const handler = httpHandler(framesRoute, gate, async ({ principal, body }) => {
  const { estimate: isEstimate, ...request } = body;
  if (!isEstimate) return frames(principal, request);
  return { status: 200, body: { estimate: await estimate(principal, request) } };
});
