import { z } from 'zod';
import { ApiError, DomainError } from '../../domain/errors.ts';
import { blockTableKey } from '../../domain/sources/block-table.ts';
import { Probe } from '../../domain/sources/probe.ts';
import { SourceFault } from '../../domain/sources/source-fault.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import {
  type CallDecoder,
  type DecodeOrder,
  type Decoder,
  DecoderDied,
  type SignedMedia,
} from '../ports/sources/decoder.ts';
import type { StoredMedia } from '../ports/sources/media-source.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import { readDrawn } from './drawn-file.ts';

interface Deps {
  readonly call: CallDecoder;
  readonly artifacts: Pick<ArtifactStore, 'read' | 'signedUrl' | 'deletePrefix'>;
  readonly direct: Pick<DirectStore, 'signPut' | 'addressSeconds'>;
}

/** How often a decoder that ends without an answer is followed by another one, the first included. */
const TRIES = 3;
/** A call of the function waits for a place and takes its time, within this. */
const ADDRESS_SECONDS = 1800;
const MOST_CHARACTERS = 2_000;
/** The store takes no more in one. */
const MOST_PUT_BYTES = 5 * 1024 ** 3;

/** A decoder refuses files that it cannot read, and has no word in anything else. */
const Refused = z.strictObject({
  refused: ApiError.extend({
    type: z.literal('no_video_stream'),
    message: z.string().max(MOST_CHARACTERS),
  }),
});
const Probed = z.strictObject({ probe: Probe });
/** Why there is no copy, or what was put into the store. */
const Copied = z.union([
  z.strictObject({
    copied: z.strictObject({ probe: Probe, sizeBytes: z.int().min(1).max(MOST_PUT_BYTES) }),
  }),
  z.strictObject({ why: z.string().max(MOST_CHARACTERS) }),
]);
/** Base64 of what was drawn; null where it was put into the store. */
const Drawn = z.strictObject({ drawn: z.base64().nullable() });

/**
 * A decoder behind a function without rights: it reads and writes by addresses that are signed for
 * each call, and what it answers is parsed and bounded.
 */
export function makeDecoder({ call, artifacts, direct }: Deps): Decoder {
  /** @throws DomainError for what the decoder refuses, SourceFault */
  const answered = async <Answer>(
    answer: z.ZodType<Answer>,
    signal: AbortSignal,
    orderOf: (attempt: number, seconds: number) => Promise<DecodeOrder>,
  ): Promise<{ readonly made: Answer; readonly attempt: number }> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const seconds = await direct.addressSeconds(ADDRESS_SECONDS);
        const given = await call(await orderOf(attempt, seconds), signal);
        const refusal = Refused.safeParse(given);
        if (refusal.success) throw DomainError.from(refusal.data.refused);
        return { made: answer.parse(given), attempt };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof DecoderDied)) throw error;
        if (attempt === TRIES) throw new SourceFault('decoders end on a source', { cause: error });
      }
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
  return {
    async probe(_, signal, media) {
      const { made } = await answered(Probed, signal, async (_, seconds) => ({
        kind: 'probe',
        source: await signed(media, seconds),
      }));
      return made.probe;
    },
    async copy({ probe }, signal, { media, place }) {
      const { made, attempt } = await answered(Copied, signal, async (number, seconds) => ({
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
    async *draw({ media, place }, probe, plan, signal, sound) {
      const { made, attempt } = await answered(Drawn, signal, async (number, seconds) => {
        const [source, put] = await Promise.all([
          signed(media, seconds),
          signedPut(place, number, seconds),
        ]);
        return { kind: 'draw', source, probe, plan, hasSound: sound !== undefined, put };
      });
      if (made.drawn !== null) {
        return yield* readDrawn(once(Buffer.from(made.drawn, 'base64')), sound);
      }
      const bytes = await artifacts.read(keyOf(place, attempt));
      if (!bytes) throw new SourceFault(`${keyOf(place, attempt)} is gone`);
      try {
        return yield* readDrawn(bytes, sound);
      } finally {
        await artifacts.deletePrefix(place);
      }
    },
  };
}

/** Of each try its own: an address takes one object once. */
const keyOf = (place: string, attempt: number): string => `${place}${attempt}`;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
