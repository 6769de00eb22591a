import { z } from 'zod';

/**
 * Seconds that a call waits for what it asked, below the five minutes for which the gateway keeps a
 * silent answer open.
 */
export const SyncWaitSeconds = z.coerce.number().min(0).default(280);
