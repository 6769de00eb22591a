import { z } from 'zod';

export const RotatedWebhookSecret = z
  .strictObject({
    secret: z
      .string()
      .regex(/^whsec_/)
      .describe('What webhooks are signed with from now on.'),
    previous_signs_until: z.iso
      .datetime()
      .describe('Until then every webhook carries a signature by the secret before, too.'),
  })
  .meta({ id: 'RotatedWebhookSecret' });
export type RotatedWebhookSecret = z.infer<typeof RotatedWebhookSecret>;
