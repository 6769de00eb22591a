import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NoCopy, WorkingCopy } from '../../app/ports/videos/working-copies.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { probe } from '../probe/probe.ts';
import { type Copy, copyArgs, isTakenAsItIs, wholeDecodeArgs } from './copy-args.ts';
import { decoded } from './decoded.ts';
import { inventoryOf } from './inventory.ts';
import { otherStreams } from './other-streams.ts';
import { differenceOf, type Kept, type MasterEvidence } from './same-as-master.ts';

/** The last seconds of a master are listed by a read of their own. */
const TAIL_SECONDS = 12;

/** A working copy in a file of this machine. */
interface FileCopy extends Pick<WorkingCopy, 'probe' | 'sizeBytes'> {
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

/**
 * Makes a copy with ffmpeg and x264 that is the master, by all that can be counted of both, or
 * tells why there is none.
 * @param folder where the copy is written; what is no copy in the end is left there too
 * @throws DomainError no_video_stream when the master cannot be decoded
 */
export async function makeWorkingCopy(
  binaries: Binaries,
  master: MasterFile,
  folder: string,
  signal: AbortSignal,
): Promise<FileCopy | NoCopy> {
  const { picture } = master.probe;
  if (!picture) return { why: 'the master has no picture' };
  const others = await otherStreams(binaries, master.input, master.probe, signal);
  if (!others) return { why: 'the copy would lose captions that are pictures or teletext' };
  const copy = { picture, others, file: join(folder, 'copy.mov') };
  const read = await encode(binaries, master, copy, signal);
  if ('why' in read) return read;
  const found = await checked(binaries, read, copy, signal);
  if ('why' in found) return found;
  return { path: copy.file, probe: found, sizeBytes: (await stat(copy.file)).size };
}

/**
 * Writes the copy, and learns of the master in three reads: that decode, a list of all packets, and
 * one of the last.
 */
async function encode(
  binaries: Binaries,
  { input, bytes, probe: found }: MasterFile,
  copy: Copy,
  signal: AbortSignal,
): Promise<MasterEvidence | NoCopy> {
  const given = new AbortController();
  const whole = inventoryOf(binaries, input, AbortSignal.any([signal, given.signal]));
  // It is awaited after the decode; until then its rejection is not an unhandled one.
  whole.catch(() => undefined);
  try {
    const args = copyArgs(binaries, { input, probe: found }, copy);
    const { picture } = copy;
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
  { others: { sound, captions }, file }: Copy,
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
