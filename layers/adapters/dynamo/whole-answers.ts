import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * An answer that did not come whole. The SDK sends the request again, by the member that it knows
 * such errors by.
 */
class AnswerLost extends Error {
  override readonly name = 'TimeoutError';
  readonly $retryable = {};
}

/**
 * Has each answer read to its end before anything is made of it: in time, which the SDK's own
 * time-outs ask of its head alone, and with the CRC-32 that DynamoDB sends along, which the SDK
 * does not look at.
 */
export function takeWholeAnswers(client: DynamoDBClient, withinMs: number): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as Answer;
      if (response.body instanceof Uint8Array) return result;
      const body = await read(response.body, withinMs);
      const promised = response.headers['x-amz-crc32'];
      if (promised !== undefined && Number(promised) !== crc32(body)) {
        throw new AnswerLost('an answer of the tables came damaged');
      }
      response.body = body;
      return result;
    },
    { name: 'takeWholeAnswers', step: 'deserialize', priority: 'low' },
  );
}

interface Answer {
  readonly headers: Readonly<Partial<Record<string, string>>>;
  body: IncomingMessage | Uint8Array;
}

async function read(body: IncomingMessage, withinMs: number): Promise<Buffer> {
  const late = setTimeout(
    () => body.destroy(new AnswerLost(`an answer of the tables took longer than ${withinMs} ms`)),
    withinMs,
  );
  try {
    return Buffer.concat(await body.toArray());
  } finally {
    clearTimeout(late);
  }
}
