import type { z } from 'zod';
import { blockTableKey } from '../../domain/sources/block-table.ts';
import { SourceFault } from '../../domain/sources/source-fault.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { NewId, Wait } from '../ports/clock.ts';
import {
  type CallDecoder,
  type DecodeOrder,
  type Decoder,
  DecoderDied,
  type Reading,
  type SignedMedia,
} from '../ports/sources/decoder.ts';
import type { StoredMedia } from '../ports/sources/media-source.ts';
import type { PartiallyReadable, PlacedSource } from '../ports/sources/video-source.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import { ADDRESS_SECONDS, askFunction } from './ask-function.ts';
import {
  Copied,
  Opened,
  Probed,
  RefusedFile,
  RefusedRemote,
  ToldSheets,
} from './decoder-answers.ts';
import { readDrawn } from './drawn-file.ts';
import { Given, givenBytes } from './given-file.ts';
import { readHeard, readWritten } from './heard-file.ts';
import { signReplaced, whileLookingLater } from './while-looking.ts';

interface Deps {
  readonly call: CallDecoder;
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'read' | 'signedUrl' | 'deletePrefix'>;
  readonly direct: Pick<DirectStore, 'signPut' | 'addressSeconds'>;
  /** Makes sure of the digests of a source, which its bytes are held against. @throws SourceFault */
  readonly mend: (media: StoredMedia, signal: AbortSignal) => Promise<unknown>;
  readonly newId: NewId;
  readonly wait: Wait;
}

/** An order but for what is signed for each try of it. */
type OrderOf = (attempt: number, seconds: number) => Promise<DecodeOrder>;

/**
 * A decoder behind a function without rights: it reads and writes by addresses that are signed for
 * each call, and what it answers is parsed and bounded.
 */
export function makeDecoder(deps: Deps): Decoder {
  const { call, artifacts, direct, mend, newId } = deps;
  /** @throws DomainError for what the decoder refuses, SourceFault */
  const answered = async <Answer>(
    answer: z.ZodType<Answer>,
    media: StoredMedia | undefined,
    signal: AbortSignal,
    orderOf: OrderOf,
  ) => {
    try {
      return await askFunction(
        {
          call,
          answer,
          refused: media ? RefusedFile : RefusedRemote,
          mend: media && (() => mend(media, signal)),
          orderOf: async (attempt) =>
            orderOf(attempt, await direct.addressSeconds(ADDRESS_SECONDS)),
        },
        signal,
      );
    } catch (error) {
      if (!(error instanceof DecoderDied)) throw error;
      throw new SourceFault('decoders end on a source', { cause: error });
    }
  };
  const signed = async (media: StoredMedia, seconds: number): Promise<SignedMedia> => {
    const { source_key: key, size_bytes: length } = media;
    const [url, tableUrl] = await Promise.all([
      artifacts.signedUrl(key, seconds),
      artifacts.signedUrl(blockTableKey(key), seconds),
    ]);
    return { url, tableUrl, length };
  };
  const signedPut = (place: string, attempt: number, seconds: number) => {
    const type = { contentType: 'application/octet-stream', bytes: null };
    return direct.signPut(keyOf(place, attempt), type, seconds);
  };
  /** Has a decoder write what a reading finds into a file, and reads that, wherever it lies. */
  async function* resultOf<Part, End>(
    { source, place: below }: PlacedSource,
    reading: Reading,
    signal: AbortSignal,
    {
      read,
      onDrawn,
    }: {
      readonly read: (file: AsyncIterable<Uint8Array>) => AsyncGenerator<Part, End>;
      readonly onDrawn?: ((sheets: number) => void) | undefined;
    },
  ): AsyncGenerator<Part, End> {
    const place = `${below}${newId('run')}/`;
    const progress = onDrawn && `${place}progress`;
    const { stored } = source;
    const ask = () =>
      answered(Given, stored, signal, async (number, seconds) => {
        const [from, put, told] = await Promise.all([
          stored ? signed(stored, seconds) : { remote: source.remote, version: source.version },
          signedPut(place, number, seconds),
          progress && signReplaced(deps, progress, seconds),
        ]);
        return { ...reading, source: from, put, ...(told && { progress: told }) };
      });
    const { made, attempt } = progress
      ? await whileLookingLater(
          deps,
          {
            key: progress,
            before: { sheets: 0 } satisfies z.infer<typeof ToldSheets>,
            shape: ToldSheets,
            onTold: ({ sheets }) => onDrawn(sheets),
          },
          ask,
        )
      : await ask();
    const key = keyOf(place, attempt);
    const bytes = await givenBytes(artifacts, made, key);
    if (!bytes) throw new SourceFault(`${key} is gone`);
    try {
      return yield* read(bytes);
    } finally {
      if (made.file === null) await artifacts.deletePrefix(place);
    }
  }
  return {
    async probe(media, signal) {
      const { made } = await answered(Probed, media, signal, async (_, seconds) => ({
        kind: 'probe',
        source: await signed(media, seconds),
      }));
      return made.probe;
    },
    async open(remote, signal) {
      const order: OrderOf = async () => ({ kind: 'open', remote });
      const { opened } = (await answered(Opened, undefined, signal, order)).made;
      if (!opened) return undefined;
      const { probe, version, tag } = opened;
      return { probe, version, remote: tagged(remote, tag) };
    },
    async copy({ media, probe }, place, signal) {
      const { made, attempt } = await answered(Copied, media, signal, async (number, seconds) => ({
        kind: 'copy',
        probe,
        source: await signed(media, seconds),
        put: await signedPut(place, number, seconds),
      }));
      if ('why' in made) return made;
      const key = keyOf(place, attempt);
      return {
        ...made.copied,
        contentType: 'video/quicktime',
        extension: '.mov',
        async *bytes() {
          const bytes = await artifacts.read(key);
          if (!bytes) throw new Error(`the copy ${key} is gone`);
          yield* bytes;
        },
        discard: () => artifacts.deletePrefix(place),
      };
    },
    draw(placed, probe, plan, signal, { sound, onDrawn } = {}) {
      const reading = { kind: 'draw', probe, plan, hasSound: sound !== undefined } as const;
      return resultOf(placed, reading, signal, { read: (file) => readDrawn(file, sound), onDrawn });
    },
    async captions(placed, probe, { language, window }, signal) {
      const reading = { kind: 'captions', probe, language, window } as const;
      for await (const written of resultOf(placed, reading, signal, { read: readWritten }))
        return written;
      return undefined;
    },
    find: (placed, probe, window, signal) =>
      resultOf(placed, { kind: 'speech', probe, window }, signal, { read: readHeard }),
  };
}

/** Of each try its own: an address takes one object once. */
const keyOf = (place: string, attempt: number): string => `${place}${attempt}`;

const tagged = (remote: PartiallyReadable, tag: string | null): PartiallyReadable =>
  remote.kind === 'file' && tag !== null ? { ...remote, tag } : remote;
