import { z } from 'zod';
import { TRANSCRIPT_CREDITS_PER_MINUTE } from '../../../domain/accounts/prices.ts';
import { TranscriptRequest } from '../../../domain/transcript/transcript.ts';
import { parsed } from '../../api-event.ts';
import { isUnderWay, UnderWay, underWay } from '../next-call.ts';
import { ShownTranscript, showWords } from '../shown-words.ts';
import { members, tool } from '../tool.ts';

const fields = members(TranscriptRequest.shape, [
  ...(['url', 'upload_id', 'language', 'words', 'start', 'end', 'idempotency_key'] as const),
]);

export const transcriptTool = tool({
  name: 'transcript',
  title: 'Read what is said',
  description: `What is said in a video, with the seconds of each segment: the cheapest call, without pictures, at ${TRANSCRIPT_CREDITS_PER_MINUTE} credits a minute. Send exactly one of \`url\` and \`upload_id\`. Where \`speech.is_speech\` is false nobody speaks; words are then invented and not to be used.`,
  scope: 'video:read',
  waits: true,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  input: z.strictObject(fields),
  output: z.union([ShownTranscript, UnderWay]),
  async call({ who, calls, watch }, request) {
    const { idempotency_key: _, ...asked } = request;
    const result = await calls.transcript(who, parsed(TranscriptRequest, request), watch);
    return isUnderWay(result) ? underWay(result) : showWords(result, { asked });
  },
});
