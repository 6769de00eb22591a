import type { Scope } from '../../../domain/accounts/credential.ts';

/** A program that a person connected; everything it holds ends with it. */
export interface ConnectionRecord {
  /** `con_` and a ULID. */
  readonly connection_id: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly client_id: string;
  /** As the client calls itself; not checked by anybody. */
  readonly client_name: string;
  /** Host that the person was sent back to. */
  readonly redirect_host: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** The connections that people made, for listing and ending them. */
export interface Connections {
  /** Those of a person in an organization, newest first. */
  list(orgId: string, userId: string): Promise<ConnectionRecord[]>;
  /**
   * Ends a connection: its tokens are refused from that moment on.
   * @returns false when the person has no such connection in the organization
   */
  remove(orgId: string, userId: string, connectionId: string): Promise<boolean>;
  /** Ends all of a person's. @param orgId only those in this organization */
  removeAll(userId: string, orgId?: string): Promise<void>;
}
