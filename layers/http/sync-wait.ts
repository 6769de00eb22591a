import { z } from 'zod';

/**
 * Seconds that a call waits for what it asked, before it is answered 202 with its job. Whatever
 * stands before the service has to bear silence for longer: the edge of the cloud bears less than
 * the five minutes of the gateway, so the stack sets less.
 */
export const SyncWaitSeconds = z.coerce.number().min(0).default(280);
