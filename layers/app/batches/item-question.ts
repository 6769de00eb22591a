import type { BatchItemRequest, BatchRequest } from '../../domain/batches/batch.ts';
import { type AlreadyRead, WatchVideoRequest } from '../../domain/questions/question.ts';

/** The question of an item: its own members, else those of the batch. */
export const questionOf = (
  { question, schema, instructions }: BatchRequest,
  { ref: _, ...item }: BatchItemRequest,
): WatchVideoRequest =>
  WatchVideoRequest.parse({
    ...(question === undefined ? {} : { question }),
    ...(schema === undefined ? {} : { schema }),
    ...(instructions === undefined ? {} : { instructions }),
    ...item,
    sync: false,
  });

/** The same question, put to what was found when its video was read before. */
export const followUpOf = (
  { url: _, upload_id: __, idempotency_key: ___, ...words }: WatchVideoRequest,
  { session_id }: Pick<AlreadyRead, 'session_id'>,
): WatchVideoRequest => ({ ...words, session_id });
