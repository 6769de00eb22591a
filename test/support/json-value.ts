import { JsonStream } from '../../layers/domain/json-stream.ts';

/** What an answer says, be it sent as a text or not. */
export async function jsonValue<Value>(answer: Value | JsonStream<Value>): Promise<Value> {
  if (!(answer instanceof JsonStream)) return answer;
  const parts: Buffer[] = [];
  for await (const chunk of answer.chunks) parts.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(parts).toString());
}
