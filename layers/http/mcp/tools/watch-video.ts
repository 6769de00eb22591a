import { z } from 'zod';
import { toCredits } from '../../../domain/accounts/credits.ts';
import { DEPTH_SPECS, FOLLOW_UP_PRICE } from '../../../domain/questions/depths.ts';
import {
  AlreadyRead,
  Answer,
  DEPTHS,
  WatchVideoRequest,
} from '../../../domain/questions/question.ts';
import { parsed } from '../../api-event.ts';
import { isUnderWay, NextCall, UnderWay, underWay } from '../next-call.ts';
import { showAnswer } from '../shown-answer.ts';
import { members, tool } from '../tool.ts';

const fields = members(WatchVideoRequest.shape, [
  ...(['url', 'upload_id', 'question', 'session_id', 'context', 'window', 'region'] as const),
  ...(['depth', 'schema', 'instructions', 'rewatch', 'idempotency_key'] as const),
]);

const PRICES = DEPTHS.map((depth) => {
  const { creditsPerMinute, leastCredits } = DEPTH_SPECS[depth];
  return `${depth} ${creditsPerMinute} a minute, at least ${leastCredits}`;
}).join('; ');

const Choices = z.strictObject({ follow_up: NextCall, rewatch: NextCall });
export const ReadBefore = AlreadyRead.extend({ next: Choices });

export const watchVideoTool = tool({
  name: 'watch_video',
  title: 'Ask about a video',
  description: `A written answer to a question about a video, naming the second of every moment it mentions. Send one of \`url\` and \`upload_id\`, or the \`session_id\` of an earlier answer to ask on about the same video. Credits, by \`depth\` and the length of \`window\`: ${PRICES}; asking on in a session ${toCredits(FOLLOW_UP_PRICE)}. A video that was read already is answered with prices and starts nothing: make one of the calls in \`next\`. The same question again is free.`,
  scope: 'video:read',
  waits: true,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject(fields),
  output: z.union([Answer, ReadBefore, UnderWay]),
  async call({ who, calls, watch }, request) {
    const result = await calls.watchVideo(who, parsed(WatchVideoRequest, request), watch);
    if (isUnderWay(result)) return underWay(result);
    if (!('next' in result)) return { structured: showAnswer(result) };
    const { follow_up, rewatch } = result.next;
    return {
      structured: { ...result, next: { follow_up: asked(follow_up), rewatch: asked(rewatch) } },
    };
  },
});

/** A body of the HTTP call as a call of this tool, which always waits. */
const asked = ({
  sync: _,
  webhook_url: __,
  ...body
}: AlreadyRead['next']['rewatch']): NextCall => ({
  tool: 'watch_video',
  arguments: body,
});
