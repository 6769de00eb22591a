import { createHash } from 'node:crypto';
import type { CopiedSoFar } from '../../app/ports/links/links.ts';
import type { TakeBytes } from '../../app/ports/sources/served-bytes.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { joinTracks, type TrackFile } from './join-tracks.ts';
import { type Cluster, Cues, MkvClusters } from './mkv-clusters.ts';
import { mkvHead } from './mkv-head.ts';
import { whileWritten } from './while-written.ts';

interface Copying {
  /** What an earlier copy stored: this one goes on behind it. */
  readonly from: CopiedSoFar | undefined;
  /** Whether the tracks lack pieces: times between them stay as far apart as they are. */
  readonly sparse: boolean;
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
  { from, sparse: lacks, onCluster, signal }: Copying,
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
  const sparse = lacks || from !== undefined;
  try {
    await whileWritten(binaries, {
      takeBytes,
      clusters,
      write: (to, either) => joinTracks(binaries, tracks, to, { sparse, signal: either }),
      path: `${tracks[0]?.path}.joined`,
      signal,
    });
  } catch (error) {
    if (!(error instanceof OtherCopy)) throw error;
  }
  return awaited ? undefined : (bytes) => mkvHead(clusters.first, cues, bytes);
}

class OtherCopy extends Error {
  override readonly name = 'OtherCopy';
}

const digestOf = ({ bytes }: Cluster): string => createHash('sha256').update(bytes).digest('hex');
