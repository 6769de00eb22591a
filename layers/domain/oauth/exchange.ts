/** A request to the authorization server. */
export interface OAuthRequest {
  readonly method: string;
  /** Under the base address, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Who sent it, as limits count it. */
  readonly from: string;
}

export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** The code of the error that was answered. */
  readonly error?: string;
  /** What was thrown, when the error is ours. */
  readonly defect?: Error;
}

/** @returns undefined for a path at which it has nothing */
export type AuthorizationServer = (request: OAuthRequest) => Promise<OAuthAnswer | undefined>;
