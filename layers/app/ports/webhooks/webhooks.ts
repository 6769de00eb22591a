import type { DeliveryRecord, ReceiverAnswer } from '../../../domain/webhooks/webhook-delivery.ts';

/** A delivery, by the id that its message carries. What it tells of is in its row. */
export interface DeliveryRef {
  readonly orgId: string;
  /** `msg_…`, which `deliveryIdOf` makes of the id of a job or an upload. */
  readonly deliveryId: string;
}

/** Deliveries are written with the end of a job or an upload; here they are carried out. */
export interface Deliveries {
  /**
   * Counts an attempt and keeps others away until a time.
   * @returns undefined when nothing is to be sent now
   */
  claim(ref: DeliveryRef, now: Date, until: Date): Promise<DeliveryRecord | undefined>;
  /**
   * Writes what came of an attempt, unless another attempt was begun since.
   * @param lookAt when the sweep looks at it; only for one that is pending
   */
  settle(ref: DeliveryRef, delivery: DeliveryRecord, lookAt: Date): Promise<void>;
  /** Ends the tries that would keep others away until that time at most; their deliveries are due. */
  endTries(now: Date, until: Date, limit: number): Promise<void>;
  /** Deliveries whose time to be looked at has come, the longest overdue first. */
  due(time: Date, limit: number): Promise<DeliveryRef[]>;
  postpone(ref: DeliveryRef, until: Date): Promise<void>;
  /**
   * Makes a delivery pending from now on, its attempts counted from the first. One whose attempt is
   * under way stays as it is.
   * @returns undefined when there is none
   */
  renew(ref: DeliveryRef, now: Date): Promise<DeliveryRecord | undefined>;
  /**
   * Newest first.
   * @param passOver is told of deliveries that cannot be read, and others are given instead; without
   * it they are thrown
   */
  list(
    orgId: string,
    limit: number,
    passOver?: (unreadable: Error) => void,
  ): Promise<DeliveryRecord[]>;
}

export interface WebhookSecrets {
  /** The secret that an organization's receivers verify with; made when it is first asked for. */
  of(orgId: string): Promise<string>;
  /** What a message is signed with now: the secret, and for a while those before it. */
  signing(orgId: string, now: Date): Promise<readonly string[]>;
  /**
   * Makes a new secret.
   * @param previousUntil when the one before signs no more
   */
  rotate(orgId: string, now: Date, previousUntil: Date): Promise<string>;
}

export interface WebhookQueue {
  /** @param delaySeconds at most 900 */
  send(ref: DeliveryRef, delaySeconds: number): Promise<void>;
}

/** Signs a message as Standard Webhooks prescribes, and sends it once. */
export type CallReceiver = (
  message: Pick<DeliveryRecord, 'id' | 'url' | 'body'> & {
    /** The message carries a signature by each. */
    readonly secrets: readonly string[];
    readonly at: Date;
  },
) => Promise<ReceiverAnswer>;
