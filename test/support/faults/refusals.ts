import type { Refuse } from './fault-proxy.ts';

const JSON_TYPE = { 'content-type': 'application/x-amz-json-1.0' };

const awsJson =
  (names: Readonly<Record<'broken' | 'overloaded' | 'throttled', string>>): Refuse =>
  (why, { operation }) => {
    const isTransaction = why === 'throttled' && operation === 'TransactWriteItems';
    const error = isTransaction
      ? {
          __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
          Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
          CancellationReasons: [
            { Code: 'None' },
            { Code: 'ThrottlingError', Message: 'throttled' },
          ],
        }
      : { __type: names[why], message: `${why} was made for a test` };
    const status = { broken: 500, overloaded: 503, throttled: 400 }[why];
    return { status, headers: JSON_TYPE, body: JSON.stringify(error) };
  };

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
export const refuseAsTables: Refuse = awsJson({
  broken: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
  overloaded: 'com.amazon.coral.availability#ServiceUnavailableException',
  throttled: 'com.amazon.coral.availability#ThrottlingException',
});

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html */
export const refuseAsQueue: Refuse = awsJson({
  broken: 'com.amazonaws.sqs#InternalFailure',
  overloaded: 'com.amazonaws.sqs#ServiceUnavailable',
  throttled: 'com.amazonaws.sqs#RequestThrottled',
});

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export const refuseAsStore: Refuse = (why) => {
  const [status, code] = why === 'broken' ? [500, 'InternalError'] : [503, 'SlowDown'];
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>made for a test</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
};

export const refuseAsSite: Refuse = (why) => ({
  status: { broken: 500, overloaded: 503, throttled: 429 }[why],
  headers: { 'content-type': 'text/plain', ...(why === 'throttled' && { 'retry-after': '1' }) },
  body: why,
});
