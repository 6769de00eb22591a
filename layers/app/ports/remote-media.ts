import type { Listen } from '../listen.ts';
import type { Engine } from './engine.ts';

/** What reads media where it lies on the internet, by ranges. */
export interface OpenedMedia {
  /** The input by which both readers open it. */
  readonly address: string;
  readonly engine: Engine;
  readonly listen: Listen;
  /** Bytes that came so far. */
  bytes(): number;
  /** Ends every connection. */
  close(): void;
}

export interface RemoteMedia {
  /** Nothing is fetched before it is read, and no part of it twice. */
  open(file: { readonly address: string; readonly bytes: number }): Promise<OpenedMedia>;
}
