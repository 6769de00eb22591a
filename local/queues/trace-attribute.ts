import { z } from 'zod';

export const TRACE_HEADER = 'AWSTraceHeader';

const Sent = z.looseObject({
  MessageSystemAttributes: z.object({ [TRACE_HEADER]: z.looseObject({}) }),
  MessageAttributes: z.looseObject({}).optional(),
});

/**
 * The body of a request in which the trace of a message stands among its own attributes: fauxqs
 * drops what is to be kept among the system's.
 */
export function keepTrace(body: Buffer): Buffer {
  // Most requests send nothing: they are not parsed twice.
  if (!body.includes(`"${TRACE_HEADER}"`)) return body;
  const sent = Sent.safeParse(JSON.parse(body.toString())).data;
  if (!sent) return body;
  const MessageAttributes = { ...sent.MessageAttributes, ...sent.MessageSystemAttributes };
  return Buffer.from(JSON.stringify({ ...sent, MessageAttributes }));
}
