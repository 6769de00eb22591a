import { makeAcceptCall } from '../../../layers/app/calls/accept-call.ts';
import { makeAnswerCall } from '../../../layers/app/calls/answer-call.ts';
import { makeReadTranscript } from '../../../layers/app/transcript/read-transcript.ts';
import { transcriptOperation } from '../../../layers/app/transcript/transcript-operation.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { readingCall } from '../../compose/reading-call.ts';
import { ReadingEnv } from '../../compose/reading-env.ts';
import { transcriptRoute } from './route.ts';

const { gate, accepting, answering, artifacts, recogniser } = await readingCall(
  ReadingEnv.parse(process.env),
);
const transcript = makeAnswerCall({
  ...answering,
  accept: makeAcceptCall(transcriptOperation(recogniser), accepting),
  readResult: makeReadTranscript({ artifacts }),
});

export const handler = httpHandler(transcriptRoute, gate, ({ principal, body }) =>
  transcript(principal, body),
);
