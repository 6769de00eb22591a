import { z } from 'zod';
import type { FramesPlan } from '../../../domain/frames/frames-plan.ts';
import { Probe } from '../../../domain/sources/probe.ts';
import type { CaptionReader } from '../transcript/captions.ts';
import type { SpeechFinder } from '../transcript/speech.ts';
import { Replaced, SignedPut } from '../uploads/direct-store.ts';
import type { Copier } from '../videos/working-copies.ts';
import type { DrawnSheet, Measured, SoundSink } from './engine.ts';
import type { StoredMedia } from './media-source.ts';
import type { PartiallyReadable, PlacedSource } from './video-source.ts';

/** A stored source by addresses that were signed for reading it. */
export const SignedMedia = z.strictObject({
  url: z.url(),
  /** Of the digests that are kept beside it. */
  tableUrl: z.url(),
  /** In bytes. */
  length: z.int().min(0),
});
export type SignedMedia = Readonly<z.infer<typeof SignedMedia>>;

const Remote = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file'),
    address: z.url(),
    bytes: z.int().min(1),
    tag: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('stream'), address: z.url() }),
]) satisfies z.ZodType<PartiallyReadable>;

/** A source on the internet, which has to be what it was when it was looked at. */
const RemoteMedia = z.strictObject({ remote: Remote, version: z.string() });
export type RemoteMedia = Readonly<z.infer<typeof RemoteMedia>>;

/** Made by a release of ours, and by no caller. */
export const Planned = z.custom<FramesPlan>((plan) => typeof plan === 'object' && plan !== null);

/** Seconds. */
export const Stretch = z.tuple([z.number(), z.number()]).readonly();

/** What gives a file, which is the answer where it is small, and put where that is told otherwise. */
const Read = z.strictObject({
  source: z.union([SignedMedia, RemoteMedia]),
  probe: Probe,
  put: SignedPut,
});

/** What a function without rights is told to do; it knows nothing else. */
export const DecodeOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('probe'), source: SignedMedia }),
  z.strictObject({ kind: z.literal('open'), remote: Remote }),
  z.strictObject({ kind: z.literal('copy'), source: SignedMedia, probe: Probe, put: SignedPut }),
  Read.extend({
    kind: z.literal('draw'),
    plan: Planned,
    hasSound: z.boolean(),
    /** How many sheets are drawn goes here, once there is something to be replaced. */
    progress: Replaced.optional(),
  }),
  Read.extend({ kind: z.literal('captions'), language: z.string(), window: Stretch }),
  Read.extend({ kind: z.literal('speech'), window: Stretch }),
]);
export type DecodeOrder = z.infer<typeof DecodeOrder>;

type Without<O, Keys extends string> = O extends unknown ? Omit<O, Keys> : never;
/** What is done with a source; a file of what is found is the answer. */
export type Reading = Without<
  Extract<DecodeOrder, { kind: 'draw' | 'captions' | 'speech' }>,
  'source' | 'put' | 'progress'
>;

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
  /**
   * As the engine's, but that its sheets come when all are drawn.
   * @param told `onDrawn` until then now and then how many there are, which goes back where a
   * decoder died
   */
  draw(
    placed: PlacedSource,
    probe: Probe,
    plan: FramesPlan,
    signal: AbortSignal,
    told?: {
      readonly sound?: SoundSink | undefined;
      readonly onDrawn?: ((sheets: number) => void) | undefined;
    },
  ): AsyncGenerator<DrawnSheet, Measured>;
}
