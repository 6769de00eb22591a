import type { FramesPlan } from '../../../domain/frames/frames-plan.ts';
import type { Probe } from '../../../domain/sources/probe.ts';
import type { SignedPut } from '../uploads/direct-store.ts';
import type { Copier } from '../videos/working-copies.ts';
import type { DrawnSheet, Measured, SoundSink } from './engine.ts';
import type { DecodedMedia, StoredMedia } from './media-source.ts';

/** A stored source by addresses that were signed for reading it. */
export interface SignedMedia {
  readonly url: string;
  /** Of the digests that are kept beside it. */
  readonly tableUrl: string;
  /** In bytes. */
  readonly length: number;
}

/** What a function without rights is told to do; it knows nothing else. */
export type DecodeOrder =
  | { readonly kind: 'probe'; readonly source: SignedMedia }
  | {
      readonly kind: 'copy';
      readonly source: SignedMedia;
      readonly probe: Probe;
      /** Takes the copy. */
      readonly put: SignedPut;
    }
  | {
      readonly kind: 'draw';
      readonly source: SignedMedia;
      readonly probe: Probe;
      readonly plan: FramesPlan;
      readonly hasSound: boolean;
      /** Takes what is drawn, where it is too much for an answer. */
      readonly put: SignedPut;
    };

/**
 * Calls a function without rights.
 * @returns what it answers, which the file that it read may have made up
 * @throws DecoderDied, SourceFault when bytes of the store did not come, and when nobody answers
 */
export type CallDecoder = (order: DecodeOrder, signal: AbortSignal) => Promise<unknown>;

/** A decoder ended without an answer: another one may do it. */
export class DecoderDied extends Error {
  override readonly name = 'DecoderDied';
}

/** Opens stored media, which an engine of this process reads at an address. */
export interface OpensStored {
  /** @throws as the engine's; SourceFault */
  probe(address: string, signal: AbortSignal, media: StoredMedia): Promise<Probe>;
}

/** Opens stored media where nobody has a right to anything; addresses are none of its concern. */
export interface Decoder extends OpensStored, Pick<Copier, 'copy'> {
  /** As the engine's, but that its sheets come when all are drawn. */
  draw(
    decoded: DecodedMedia,
    probe: Probe,
    plan: FramesPlan,
    signal: AbortSignal,
    sound?: SoundSink,
  ): AsyncGenerator<DrawnSheet, Measured>;
}
