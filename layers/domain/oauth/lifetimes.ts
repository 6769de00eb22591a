/** How long what is handed out lasts, in seconds. */
export const LIFETIMES = {
  /** Of a person's decision: from the address they are sent to until they approve. */
  Interaction: 15 * 60,
  AuthorizationCode: 60,
  AccessToken: 3600,
  /** From its last rotation on. */
  RefreshToken: 30 * 86_400,
  /**
   * Of an approval that no refresh token has come of: longer than a code and the access token it
   * becomes.
   */
  Grant: 2 * 3600,
} as const;

/** A registration that nobody approved anything for is forgotten after so many seconds. */
export const UNUSED_CLIENT_SECONDS = 30 * 86_400;
