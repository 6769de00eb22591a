import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { Log } from '../log/log.ts';
import { deadlineOf, eachMessage, type Hide, whileHidden } from './messages.ts';

/** Of an event by which storage tells of a new object, what is asked of it. */
const ObjectCreated = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) });

export interface ObjectWork {
  /** What is done about an object; its outcome is for the log. */
  take(key: string, signal: AbortSignal): Promise<string>;
  readonly hide: Hide;
}

const log = new Log('worker');

/** Feeds the events of storage to the work. */
export const objectHandler =
  ({ take, hide }: ObjectWork) =>
  (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
    eachMessage(event, async (record) => {
      const { key } = ObjectCreated.parse(JSON.parse(record.body)).detail.object;
      try {
        const outcome = await whileHidden(hide, record, () => take(key, deadlineOf(context)));
        log.info('object', { key, outcome });
        return true;
      } catch (error) {
        log.defect({ key, error });
        return false;
      }
    });
