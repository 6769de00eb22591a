import { z } from 'zod';

/** What may be called from here. */
export const EgressEnv = z.object({
  /** 1 lets links and webhooks lead to private addresses. */
  ALLOW_PRIVATE_SOURCES: z.string().optional(),
  /** Ports beside 80 and 443, with commas between. */
  EGRESS_PORTS: z.string().optional(),
});
