import { DomainError } from '../../domain/errors.ts';

/** Why a webhook may not go to an address, in words for its sender. */
export type WebhookRefusal = (url: string) => string | undefined;

/** @throws DomainError invalid_request naming `webhook_url` */
export function requireWebhook(url: string | undefined, webhookRefusal: WebhookRefusal): void {
  const refused = url === undefined ? undefined : webhookRefusal(url);
  if (refused === undefined) return;
  throw new DomainError(
    'invalid_request',
    `Field \`webhook_url\` is refused: ${refused}. Send an address that the public internet reaches.`,
    { reason: 'webhook_url' },
  );
}
