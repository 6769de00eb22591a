import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { TakeBytes } from '../../app/ports/sources/served-bytes.ts';
import { type Binaries, OLDEST_MAINTAINED } from '../ffmpeg/binaries.ts';
import type { MkvClusters } from './mkv-clusters.ts';

/** Where ffmpeg writes an mkv to, and what it takes for that. */
export interface Written {
  readonly address: string;
  readonly args: readonly string[];
}

interface Writing {
  readonly takeBytes: TakeBytes;
  readonly clusters: MkvClusters;
  /** Has ffmpeg write the mkv. */
  readonly write: (to: Written, signal: AbortSignal) => Promise<void>;
  /** Of a file, for an ffmpeg whose mkv has to be whole before it can be taken apart. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/**
 * Takes apart the mkv that an ffmpeg writes, while it is written.
 * @throws what writing it or taking a cluster throws
 */
export const whileWritten = (binaries: Binaries, writing: Writing): Promise<void> =>
  goesBackOnce(binaries) ? throughLoopback(writing) : throughFile(writing);

/**
 * Older ones, the packaged one of 2018 among them, go back to each cluster when it is full: what
 * they, and those of unknown release, write is taken apart once it is whole.
 */
const goesBackOnce = ({ release }: Binaries): boolean => release >= OLDEST_MAINTAINED;

async function throughLoopback({ takeBytes, clusters, write, signal }: Writing): Promise<void> {
  const failed = new AbortController();
  const taken = await takeBytes({
    async write(bytes, at) {
      failed.signal.throwIfAborted();
      await clusters.write(bytes, at).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      });
    },
  });
  const either = AbortSignal.any([signal, failed.signal]);
  try {
    await write({ address: taken.address, args: ['-ftp-write-seekable', '1'] }, either);
  } finally {
    await taken.close();
  }
}

async function throughFile({ clusters, write, path, signal }: Writing): Promise<void> {
  try {
    await write({ address: `file:${path}`, args: [] }, signal);
    let at = 0;
    for await (const bytes of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
      await clusters.write(bytes, at);
      at += bytes.length;
    }
  } finally {
    await rm(path, { force: true });
  }
}
