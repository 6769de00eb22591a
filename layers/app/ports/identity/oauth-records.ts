import type { Scope } from '../../../domain/accounts/credential.ts';

/** What the authorization server keeps. All but clients and interactions belong to a grant. */
export type OAuthKind =
  | 'Client'
  | 'Interaction'
  | 'Grant'
  | 'AuthorizationCode'
  | 'AccessToken'
  | 'RefreshToken';

/** One thing that is kept, without its id: a digest stands for that. */
export interface OAuthRecord {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Seconds since 1970; undefined for what does not end by itself. */
  readonly expires?: number | undefined;
  /** The grant it belongs to. */
  readonly grantId?: string | undefined;
  /** When it was used up, in seconds since 1970. */
  readonly consumed?: number | undefined;
}

/** The state of the authorization server. What has expired is not found. */
export interface OAuthRecords {
  /**
   * Keeps something, or what has become of it.
   * @returns false when its grant has ended: nothing may be handed out any more
   */
  save(kind: OAuthKind, id: string, record: OAuthRecord): Promise<boolean>;
  /**
   * Keeps what a person decided, unless something was decided before.
   * @returns false when it was
   */
  decide(kind: 'Interaction', id: string, record: OAuthRecord): Promise<boolean>;
  find(kind: OAuthKind, id: string): Promise<OAuthRecord | undefined>;
  /**
   * Uses something up.
   * @returns false when that was done before, or there is no such thing
   */
  consume(kind: OAuthKind, id: string): Promise<boolean>;
  remove(kind: OAuthKind, id: string): Promise<void>;
  /** Ends a grant: what was handed out under it is refused from that moment on. */
  endGrant(grantId: string): Promise<void>;
}

/** What a person approves, before anything is handed out. */
export interface Approval {
  /** The id of the grant. */
  readonly connection_id: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly client_name: string;
  /** Host that the person is sent back to. */
  readonly redirect_host: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
}

export interface Approvals {
  /**
   * Remembers an approval, so that it is listed as a connection once a token comes of it; a
   * registered client that had none before is kept from then on.
   * @param expires when it is forgotten if none does, in seconds since 1970
   */
  add(approval: Approval, expires: number): Promise<void>;
}
