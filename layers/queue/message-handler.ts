import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { Message } from './message.ts';

const logger = new Logger({ serviceName: 'worker' });

/** Feeds short work; a message whose work throws comes again after the queue's visibility timeout. */
export const messageHandler =
  (work: (ref: { orgId: string; jobId: string }) => Promise<void>) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { body, messageId } of event.Records) {
      const { org_id, job_id } = Message.parse(JSON.parse(body));
      try {
        await work({ orgId: org_id, jobId: job_id });
      } catch (error) {
        logger.error('failed', { org_id, job_id, error: error as Error });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };
