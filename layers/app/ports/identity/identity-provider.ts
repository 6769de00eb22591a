/** A sign-in that began at a provider, as it left this service. */
export interface Departure {
  /** Where the provider sends the person back to. */
  readonly redirectUri: string;
  /** Brought back unchanged. */
  readonly state: string;
  /** Sent back inside what the provider signs. */
  readonly nonce: string;
  /** Secret that only whoever began can show: https://www.rfc-editor.org/rfc/rfc7636 */
  readonly codeVerifier: string;
}

/** An outside OpenID provider that the operator trusts to know people's addresses. */
export interface IdentityProvider {
  /** As people know it. */
  readonly name: string;
  /** The address at the provider where a person signs in. */
  addressFor(departure: Departure): Promise<string>;
  /**
   * The address that the provider vouches for, of the person who came back.
   * @param query as the person's browser brought it
   * @returns undefined when the answer does not hold, or the address is not verified there
   */
  emailOf(departure: Departure, query: URLSearchParams): Promise<string | undefined>;
}
