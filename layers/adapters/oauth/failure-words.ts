import { errors } from 'oidc-provider';

/** What a person is told of a failure when there is nowhere to send them back to. */
export function wordsFor(error: Error): string {
  if (error instanceof errors.SessionNotFound) {
    return 'This question is over, or it was begun in another browser. Each is answered once, within 15 minutes.';
  }
  if (error instanceof errors.InvalidRedirectUri) {
    return 'The program wants you sent back to an address that it has not registered, so you are not sent there.';
  }
  if (error instanceof errors.InvalidClient) {
    return 'The program that sent you here is not known, or its own description of itself cannot be read.';
  }
  const words = error instanceof errors.OIDCProviderError ? error.error_description : undefined;
  return words ?? 'Something went wrong here. Try once more in a moment.';
}
