import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSMessageAttributes } from 'aws-lambda';
import { regionOf } from '../service/environment.ts';
import { TRACE_HEADER } from './trace-attribute.ts';

/** The event of one message: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export function sqsEvent(message: Message, queueUrl: string): SQSEvent {
  const region = regionOf(process.env);
  const system = message.Attributes ?? {};
  const trace = system.AWSTraceHeader ?? message.MessageAttributes?.[TRACE_HEADER]?.StringValue;
  const queueName = queueUrl.slice(queueUrl.lastIndexOf('/') + 1);
  return {
    Records: [
      {
        messageId: message.MessageId ?? '',
        receiptHandle: message.ReceiptHandle ?? '',
        body: message.Body ?? '',
        attributes: {
          ApproximateReceiveCount: system.ApproximateReceiveCount ?? '1',
          SentTimestamp: system.SentTimestamp ?? '',
          SenderId: system.SenderId ?? '',
          ApproximateFirstReceiveTimestamp: system.ApproximateFirstReceiveTimestamp ?? '',
          ...(trace === undefined ? {} : { AWSTraceHeader: trace }),
        },
        messageAttributes: attributes(message),
        md5OfBody: message.MD5OfBody ?? '',
        eventSource: 'aws:sqs',
        eventSourceARN: `arn:aws:sqs:${region}:000000000000:${queueName}`,
        awsRegion: region,
      },
    ],
  };
}

const attributes = ({ MessageAttributes = {} }: Message): SQSMessageAttributes =>
  Object.fromEntries(
    Object.entries(MessageAttributes).map(
      ([name, { DataType = 'String', StringValue, BinaryValue }]) => [
        name,
        {
          dataType: DataType,
          ...(StringValue === undefined ? {} : { stringValue: StringValue }),
          ...(BinaryValue ? { binaryValue: Buffer.from(BinaryValue).toString('base64') } : {}),
        },
      ],
    ),
  );
