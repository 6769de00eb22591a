import type { RotatedWebhookSecret } from '../../domain/webhooks/webhook-secret.ts';
import type { Clock } from '../ports/clock.ts';
import type { WebhookSecrets } from '../ports/webhooks/webhooks.ts';

interface Deps {
  readonly secrets: Pick<WebhookSecrets, 'rotate'>;
  readonly now: Clock;
}

/** For which the secret before signs too, so that receivers can be changed one after the other. */
const OVERLAP_MS = 24 * 3600_000;

/** Makes a new secret to sign webhooks with. */
export const makeRotateSecret =
  ({ secrets, now }: Deps) =>
  async (orgId: string): Promise<RotatedWebhookSecret> => {
    const at = now();
    const until = new Date(at.getTime() + OVERLAP_MS);
    const secret = await secrets.rotate(orgId, at, until);
    return { secret, previous_signs_until: until.toISOString() };
  };
