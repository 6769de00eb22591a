import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { JobMessage } from './job-message.ts';
import { eachMessage } from './messages.ts';

const logger = new Logger({ serviceName: 'worker' });

/**
 * Feeds short work; a message whose work throws comes again after the queue's visibility timeout.
 */
export const messageHandler =
  (work: (ref: { orgId: string; jobId: string }) => Promise<void>) =>
  (event: SQSEvent): Promise<SQSBatchResponse> =>
    eachMessage(event, async ({ body }) => {
      const { org_id, job_id } = JobMessage.parse(JSON.parse(body));
      try {
        await work({ orgId: org_id, jobId: job_id });
        return true;
      } catch (error) {
        logger.error('failed', { org_id, job_id, error: error as Error });
        return false;
      }
    });
