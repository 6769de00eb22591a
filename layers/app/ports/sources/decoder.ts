import type { FramesPlan } from '../../../domain/frames/frames-plan.ts';
import type { Probe } from '../../../domain/sources/probe.ts';
import type { Window } from '../../../domain/window.ts';
import type { CaptionReader } from '../transcript/captions.ts';
import type { SpeechFinder } from '../transcript/speech.ts';
import type { SignedPut } from '../uploads/direct-store.ts';
import type { Copier } from '../videos/working-copies.ts';
import type { DrawnSheet, Measured, SoundSink } from './engine.ts';
import type { StoredMedia } from './media-source.ts';
import type { PartiallyReadable, PlacedSource } from './video-source.ts';

/** A stored source by addresses that were signed for reading it. */
export interface SignedMedia {
  readonly url: string;
  /** Of the digests that are kept beside it. */
  readonly tableUrl: string;
  /** In bytes. */
  readonly length: number;
}

/** A source on the internet, which has to be what it was when it was looked at. */
export interface RemoteMedia {
  readonly remote: PartiallyReadable;
  readonly version: string;
}

/** What is done with a source; a file of what is found is the answer. */
export type Reading =
  | {
      readonly kind: 'draw';
      readonly probe: Probe;
      readonly plan: FramesPlan;
      readonly hasSound: boolean;
    }
  | {
      readonly kind: 'captions';
      readonly probe: Probe;
      readonly language: string;
      readonly window: Window;
    }
  | { readonly kind: 'speech'; readonly probe: Probe; readonly window: Window };

/** What a function without rights is told to do; it knows nothing else. */
export type DecodeOrder =
  | { readonly kind: 'probe'; readonly source: SignedMedia }
  | { readonly kind: 'open'; readonly remote: PartiallyReadable }
  | {
      readonly kind: 'copy';
      readonly source: SignedMedia;
      readonly probe: Probe;
      /** Takes the copy. */
      readonly put: SignedPut;
    }
  | (Reading & {
      readonly source: SignedMedia | RemoteMedia;
      /** Takes the file, where it is too much for an answer. */
      readonly put: SignedPut;
    });

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

/** What a look at media on the internet tells. */
export interface OpenedRemote extends RemoteMedia {
  readonly probe: Probe;
}

/**
 * Opens media where nobody has a right to anything, and gives up when three decoders died of it.
 * @throws SourceFault, and what the engine throws of a file
 */
export interface Decoder
  extends Pick<Copier, 'copy'>,
    CaptionReader<PlacedSource>,
    Pick<SpeechFinder<PlacedSource>, 'find'> {
  probe(media: StoredMedia, signal: AbortSignal): Promise<Probe>;
  /**
   * @returns undefined when it can only be fetched as a whole
   * @throws DomainError source_unavailable
   */
  open(remote: PartiallyReadable, signal: AbortSignal): Promise<OpenedRemote | undefined>;
  /** As the engine's, but that its sheets come when all are drawn. */
  draw(
    placed: PlacedSource,
    probe: Probe,
    plan: FramesPlan,
    signal: AbortSignal,
    sound?: SoundSink,
  ): AsyncGenerator<DrawnSheet, Measured>;
}
