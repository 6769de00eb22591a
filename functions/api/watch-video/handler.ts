import { makeAnswerJob } from '../../../layers/app/calls/answer-call.ts';
import { OPERATIONS } from '../../../layers/app/operations/operations.ts';
import { makeAskQuestion } from '../../../layers/app/questions/ask-question.ts';
import { makeEstimateQuestion } from '../../../layers/app/questions/estimate-question.ts';
import { answeredAlong } from '../../../layers/app/questions/read-answer.ts';
import { httpHandler } from '../../../layers/http/http-handler.ts';
import { QuestionEnv } from '../../compose/env/question-env.ts';
import { questionCall } from '../../compose/question-call.ts';
import { watchVideoRoute } from './route.ts';

const { gate, asking, answering, artifacts } = await questionCall(QuestionEnv.parse(process.env));
const ask = makeAskQuestion(asking);
const readAnswer = OPERATIONS.watch_video.read({ artifacts });
const answer = makeAnswerJob({ ...answering, readResult: readAnswer });
const along = makeAnswerJob({
  ...answering,
  readResult: async (job) => answeredAlong(await readAnswer(job)),
});

const estimate = makeEstimateQuestion(asking);

export const handler = httpHandler(watchVideoRoute, gate, async ({ principal, body }) => {
  const { estimate: isEstimate, ...request } = body;
  if (isEstimate) return { status: 200, body: { estimate: await estimate(principal, request) } };
  const accepted = await ask(principal, request);
  if ('alreadyRead' in accepted) return { status: 200, body: accepted.alreadyRead };
  return (accepted.joined ? along : answer)(accepted.job, request);
});
