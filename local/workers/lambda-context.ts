import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { regionOf } from '../service/environment.ts';

/** The context of one invocation that may take `timeoutMs`. */
export function lambdaContext(
  functionName: string,
  timeoutMs: number,
  awsRequestId: string = randomUUID(),
): Context {
  const deadline = Date.now() + timeoutMs;
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${regionOf(process.env)}:000000000000:function:${functionName}`,
    memoryLimitInMB: '2048',
    awsRequestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: retired,
    fail: retired,
    succeed: retired,
  };
}

const retired = (): void => {
  throw new Error('callbacks are not part of the Node.js 24 runtime; return a promise');
};
