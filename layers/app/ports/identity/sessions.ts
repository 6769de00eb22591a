import type { SessionRecord } from '../../../domain/identity/session.ts';

export interface Sessions {
  add(session: SessionRecord): Promise<void>;
  /** As it is now, so that one that was ended is refused from that moment on. */
  find(hash: string): Promise<SessionRecord | undefined>;
  /** Keeps a session with its new end, if it is still there. */
  renew(session: SessionRecord): Promise<void>;
  remove(session: Pick<SessionRecord, 'hash' | 'user_id'>): Promise<void>;
  /** @param orgId only those in this organization */
  removeAll(userId: string, orgId?: string): Promise<void>;
}
