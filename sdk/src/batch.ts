import { type Patience, patiently } from './patience.ts';
import type { Transport } from './transport.ts';
import type { BatchState } from './types.ts';

/** Seconds that the service is asked to hold a call until the batch ends. */
const HOLD_SECONDS = 30;

/** The same question to several videos, as it is worked off. */
export class Batch {
  readonly id: string;
  readonly #transport: Transport;
  readonly #patience: Patience;

  constructor(id: string, transport: Transport, patience: Patience) {
    this.id = id;
    this.#transport = transport;
    this.#patience = patience;
  }

  /** @param holdSeconds up to 60; answered earlier where the batch ends */
  read({ holdSeconds = 0, signal }: { holdSeconds?: number; signal?: AbortSignal } = {}) {
    const abort = signal ? { signal } : {};
    return patiently<BatchState>({ ...this.#patience, ...abort }, () =>
      this.#transport.api.GET('/v1/batches/{batch_id}', {
        params: { path: { batch_id: this.id }, query: { wait: holdSeconds } },
        ...abort,
      }),
    );
  }

  /**
   * The batch with its answers, once every item has ended. Items that failed say why, in their
   * place; `status` is then `partial` or `failed`.
   */
  async wait(
    options: {
      readonly signal?: AbortSignal;
      readonly onProgress?: (batch: BatchState) => void;
    } = {},
  ): Promise<BatchState> {
    const { onProgress, ...abort } = options;
    for (;;) {
      const batch = await this.read({ holdSeconds: HOLD_SECONDS, ...abort });
      onProgress?.(batch);
      if (batch.status !== 'queued' && batch.status !== 'running') return batch;
    }
  }

  /** Ends what has not ended; answers that are there are kept. */
  cancel(): Promise<BatchState> {
    return patiently(this.#patience, () =>
      this.#transport.api.POST('/v1/batches/{batch_id}/cancel', {
        params: { path: { batch_id: this.id } },
      }),
    );
  }
}
