import type { Listen } from '../listen.ts';
import type { Engine } from './engine.ts';

/** What reads media where it lies on the internet, by ranges. Inputs are the addresses themselves. */
export interface OpenedMedia {
  readonly engine: Engine;
  readonly listen: Listen;
  /** Bytes that came so far. */
  bytes(): number;
  /** Ends every connection. */
  close(): void;
}

export interface RemoteMedia {
  /** @param maxBytes beyond it nothing more is let through */
  open(maxBytes: number): OpenedMedia;
}
