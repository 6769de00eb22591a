import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { CopiedSoFar } from '../../app/ports/links/links.ts';
import type { TakeBytes } from '../../app/ports/sources/served-bytes.ts';
import { type Binaries, OLDEST_MAINTAINED } from '../ffmpeg/binaries.ts';
import { joinTracks, type TrackFile } from './join-tracks.ts';
import { type Cluster, Cues, MkvClusters } from './mkv-clusters.ts';
import { mkvHead } from './mkv-head.ts';

interface Copying {
  /** What an earlier copy stored: this one goes on behind it. */
  readonly from: CopiedSoFar | undefined;
  /** Takes what comes next, and may ask how far the copy has come with it. */
  readonly onCluster: (bytes: Uint8Array, soFar: () => CopiedSoFar) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Copies the tracks of one stream into an mkv that lies nowhere whole: its clusters are handed on
 * as they come, and what goes before them is made at the end.
 *
 * To go on, tracks begin as before, so that they are taken for what they were, leave out most of
 * what was copied, and hold the last cluster that was stored, which has to come again bit for bit.
 * @returns makes what goes before the clusters, of so many bytes where that is told; undefined where
 * it does not come to what was stored
 * @throws DomainError no_video_stream; what taking a cluster or bytes of tracks throws
 */
export async function copyTracks(
  binaries: Binaries,
  takeBytes: TakeBytes,
  tracks: readonly TrackFile[],
  { from, onCluster, signal }: Copying,
): Promise<((bytes?: number) => Uint8Array) | undefined> {
  const cues = new Cues(from);
  let awaited = from?.last;
  const take = async (cluster: Cluster): Promise<void> => {
    if (!awaited) {
      cues.add(cluster);
      return onCluster(cluster.bytes, () => ({
        bytes: cues.bytes,
        cues: [...cues.all],
        last: { time: cluster.time, digest: digestOf(cluster) },
      }));
    }
    if (cluster.time > awaited.time) throw new OtherCopy();
    if (cluster.time === awaited.time && digestOf(cluster) === awaited.digest) awaited = undefined;
  };
  const clusters = new MkvClusters(take);
  const joining = { binaries, tracks, clusters, sparse: from !== undefined, signal };
  try {
    await (goesBackOnce(binaries) ? whileJoined(joining, takeBytes) : onceJoined(joining));
  } catch (error) {
    if (!(error instanceof OtherCopy)) throw error;
  }
  return awaited ? undefined : (bytes) => mkvHead(clusters.first, cues, bytes);
}

/**
 * Older ones, the packaged one of 2018 among them, go back to each cluster when it is full: what
 * they, and those of unknown release, write is taken apart once it is whole.
 */
const goesBackOnce = ({ release }: Binaries): boolean => release >= OLDEST_MAINTAINED;

interface Joining {
  readonly binaries: Binaries;
  readonly tracks: readonly TrackFile[];
  readonly clusters: MkvClusters;
  readonly sparse: boolean;
  readonly signal: AbortSignal;
}

async function whileJoined(
  { binaries, tracks, clusters, sparse, signal }: Joining,
  takeBytes: TakeBytes,
): Promise<void> {
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
  const to = { address: taken.address, args: ['-ftp-write-seekable', '1'] };
  try {
    await joinTracks(binaries, tracks, to, { sparse, signal: either });
  } finally {
    await taken.close();
  }
}

async function onceJoined({ binaries, tracks, clusters, sparse, signal }: Joining): Promise<void> {
  const path = `${tracks[0]?.path}.joined`;
  try {
    await joinTracks(binaries, tracks, path, { sparse, signal });
    let at = 0;
    for await (const bytes of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
      await clusters.write(bytes, at);
      at += bytes.length;
    }
  } finally {
    await rm(path, { force: true });
  }
}

class OtherCopy extends Error {
  override readonly name = 'OtherCopy';
}

const digestOf = ({ bytes }: Cluster): string => createHash('sha256').update(bytes).digest('hex');
