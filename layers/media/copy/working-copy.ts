import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NoCopy, WorkingCopy } from '../../app/ports/videos/working-copies.ts';
import type { PictureStream, Probe } from '../../domain/sources/probe.ts';
import { secondsToCopy } from '../../domain/videos/working-copy.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { probe } from '../probe/probe.ts';
import { copyArgs, isTakenAsItIs, wholeDecodeArgs } from './copy-args.ts';
import { decoded } from './decoded.ts';
import { inventoryOf } from './inventory.ts';
import { type OtherStreams, otherStreams } from './other-streams.ts';
import { differenceOf, type Kept, type MasterEvidence } from './same-as-master.ts';

/** The last seconds of a master are listed by a read of their own. */
const TAIL_SECONDS = 12;

/** A working copy in a file of this machine. */
interface CopiedFile extends WorkingCopy {
  readonly path: string;
}

/** A master as it was taken in. */
interface MasterFile {
  /** A file path or an http(s) address. */
  readonly input: string;
  /** How many arrived. */
  readonly bytes: number;
  readonly probe: Probe;
}

interface FileCopier {
  /** How long a copy is foreseen to take on this machine. */
  secondsFor(master: Omit<MasterFile, 'input'>): number;
  /**
   * A copy that is the master, by all that can be counted of both, or why there is none.
   * @throws DomainError no_video_stream when the master cannot be decoded
   */
  copy(master: MasterFile, signal: AbortSignal): Promise<CopiedFile | NoCopy>;
}

/** Makes working copies with ffmpeg and x264. */
export const ffmpegCopier = (binaries: Binaries): FileCopier => ({
  secondsFor: ({ probe, bytes }) => secondsToCopy(probe, bytes, availableParallelism()),
  async copy(master, signal) {
    const { picture } = master.probe;
    if (!picture) return { why: 'the master has no picture' };
    const others = await otherStreams(binaries, master.input, master.probe, signal);
    if (!others) return { why: 'the copy would lose captions that are pictures or teletext' };
    const folder = await mkdtemp(join(tmpdir(), 'working-copy-'));
    const discard = () => rm(folder, { recursive: true, force: true });
    try {
      const file = join(folder, 'copy.mov');
      const read = await encode(binaries, master, { picture, others, file }, signal);
      const found = 'why' in read ? read : await checked(binaries, read, others, file, signal);
      if ('why' in found) {
        await discard();
        return found;
      }
      return { ...(await described(file, found)), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  },
});

async function described(file: string, found: Probe): Promise<Omit<CopiedFile, 'discard'>> {
  return {
    path: file,
    probe: found,
    sizeBytes: (await stat(file)).size,
    contentType: 'video/quicktime',
    extension: '.mov',
    bytes: () => createReadStream(file),
  };
}

/**
 * Writes the copy, and learns of the master in three reads: that decode, a list of all packets, and
 * one of the last.
 */
async function encode(
  binaries: Binaries,
  { input, bytes, probe: found }: MasterFile,
  { picture, others, file }: { picture: PictureStream; others: OtherStreams; file: string },
  signal: AbortSignal,
): Promise<MasterEvidence | NoCopy> {
  const given = new AbortController();
  const whole = inventoryOf(binaries, input, AbortSignal.any([signal, given.signal]));
  // It is awaited after the decode; until then its rejection is not an unhandled one.
  whole.catch(() => undefined);
  try {
    const args = copyArgs(binaries, input, found, picture, others, file);
    const read = await decoded(binaries, args, picture.index, signal);
    if (read.code !== 0) return { why: `the encoder ended with ${read.code ?? 'a kill'}` };
    const tailFrom = found.origin + found.duration - TAIL_SECONDS;
    return {
      bytes,
      picture,
      probe: found,
      decoded: read,
      inventory: await whole,
      tail: await inventoryOf(binaries, input, signal, tailFrom),
    };
  } finally {
    given.abort();
  }
}

/** What the copy is, when it is the master. */
async function checked(
  binaries: Binaries,
  master: MasterEvidence,
  { sound, captions }: OtherStreams,
  file: string,
  signal: AbortSignal,
): Promise<Probe | NoCopy> {
  const found = await probe(binaries, file, signal);
  const { picture } = found;
  if (!picture) return { why: 'the copy has no picture' };
  const copy = {
    probe: found,
    picture,
    inventory: await inventoryOf(binaries, file, signal),
    decoded: await decoded(binaries, wholeDecodeArgs(binaries, file), picture.index, signal),
  };
  // Streams lie in the copy as they were mapped: the picture, the sounds, the captions.
  const kept = [
    ...master.probe.audio.map((of) => ({
      kind: 'sound' as const,
      of,
      isVerbatim: isTakenAsItIs(sound.get(of)),
    })),
    ...captions.map((of) => ({ kind: 'captions' as const, of, isVerbatim: false })),
  ].map((stream, at): Kept => ({ ...stream, now: at + 1 }));
  const why = differenceOf(master, copy, kept);
  return why === undefined ? found : { why };
}
