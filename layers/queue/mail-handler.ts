import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { Log } from '../log/log.ts';
import { eachMessage } from './messages.ts';

const Message = z.strictObject({ email: z.string().min(1), code: z.string().min(1) });

const log = new Log('mail');

/** Feeds codes to whoever mails them. Neither a code nor an address gets into the log. */
export const mailHandler =
  (deliver: (message: z.infer<typeof Message>) => Promise<string>) =>
  (event: SQSEvent): Promise<SQSBatchResponse> =>
    eachMessage(event, async ({ body, messageId }) => {
      try {
        log.info('worked', {
          message_id: messageId,
          outcome: await deliver(Message.parse(JSON.parse(body))),
        });
        return true;
      } catch (error) {
        const { name } = error as Error;
        log.defect({ message_id: messageId, reason: name });
        return false;
      }
    });
