import type { QuestionSession } from '../../../domain/questions/session.ts';

/** Readings of videos that can be asked on about. A session goes with its video. */
export interface QuestionSessions {
  /**
   * @throws DomainError video_not_found when the video is not there any more in the version that
   * was read
   */
  add(session: QuestionSession): Promise<void>;
  find(orgId: string, sessionId: string): Promise<QuestionSession | undefined>;
  /** Of one video, newest first. */
  ofVideo(orgId: string, videoId: string): Promise<QuestionSession[]>;
  /** Remembers a question that was answered in a session; the oldest are let go. */
  remember(session: QuestionSession, asked: QuestionSession['asked'][number]): Promise<void>;
}
