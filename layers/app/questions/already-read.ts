import { toCredits } from '../../domain/accounts/credits.ts';
import { FOLLOW_UP_PRICE, readingPrice } from '../../domain/questions/depths.ts';
import type { AlreadyRead, WatchVideoRequest } from '../../domain/questions/question.ts';
import type { QuestionSession } from '../../domain/questions/session.ts';
import type { Video } from '../../domain/videos/video.ts';

/** What it costs to ask about a video that was read: out of what was found, or by reading it anew. */
export function alreadyRead(
  request: WatchVideoRequest,
  { session_id, window }: QuestionSession,
  video: Video,
): AlreadyRead {
  const { idempotency_key: _, ...again } = request;
  const { question, context, schema, instructions, sync, webhook_url, depth } = request;
  const session = session_id as AlreadyRead['session_id'];
  const words = { question, context, schema, instructions, sync, webhook_url };
  return {
    status: 'already_read',
    session_id: session,
    video,
    price: {
      follow_up: toCredits(FOLLOW_UP_PRICE),
      rewatch: toCredits(readingPrice(depth, window)),
    },
    next: {
      follow_up: { session_id: session, ...given(words) },
      rewatch: { ...again, rewatch: true },
    },
  };
}

/** The members that were sent. */
const given = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as T;
