import { blockTableKey } from '../../domain/sources/block-table.ts';
import { mastersFolder, videoFolder } from '../../domain/videos/video-folder.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import { MASTERS } from '../../domain/videos/working-copy.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { VideoStore } from '../ports/videos/videos.ts';
import type { SourceSwap, Sources } from '../ports/videos/working-copies.ts';

interface Deps {
  readonly videos: Pick<VideoStore, 'find'>;
  readonly artifacts: Pick<ArtifactStore, 'deletePrefix'>;
  readonly swaps: Pick<SourceSwap, 'setAside'>;
  readonly sources: Sources;
  readonly now: Clock;
}

const DAY_MS = 86_400_000;

/** Keys of the working copies of a video begin so. */
export const copyPrefix = ({ org_id, video_id }: VideoRecord): string =>
  `${videoFolder(org_id, video_id)}copy-`;

/**
 * Moves the master of a video to where the bucket keeps masters for some days, and deletes the
 * copies of runs that were interrupted or came second. Done again at any point it comes to the same
 * end: the row names the master where it lies whole, and only then the other object goes.
 */
export async function setMasterAside(
  deps: Deps,
  video: VideoRecord,
): Promise<'set aside' | 'master stays' | 'gone'> {
  const { sources, swaps, now } = deps;
  const { org_id: orgId, video_id: videoId, master_key: key } = video;
  // A copy that has no name yet may still get one, unless another one has or none is wanted any
  // more.
  if (key !== undefined || video.restored_at !== undefined) await deleteStrayCopies(deps, video);
  if (key === undefined) return 'master stays';
  const [here, aside] = [videoFolder(orgId, videoId), mastersFolder(orgId, videoId)].map(
    (folder) => folder + key.slice(key.lastIndexOf('/') + 1),
  ) as [string, string];
  if (key !== aside) {
    await sources.copy(key, aside);
    const until = new Date(now().getTime() + MASTERS.days * DAY_MS);
    if (!(await swaps.setAside(video, aside, until))) return lookAgain(deps, video, aside);
  }
  // A master that is brought back gets a key of its own, so nothing can be read from this one any
  // more. Its table of digests is made anew at the first read, and held against the digest of what
  // was sent.
  for (const left of [here, blockTableKey(here)]) await sources.delete(left);
  return 'set aside';
}

/** The video changed meanwhile: it was erased, or its master brought back. */
async function lookAgain(
  deps: Deps,
  { org_id: orgId, video_id: videoId }: VideoRecord,
  aside: string,
): Promise<'set aside' | 'master stays' | 'gone'> {
  const now = await deps.videos.find(orgId, videoId);
  if (now?.master_key === aside) return setMasterAside(deps, now);
  await deps.sources.delete(aside);
  return now ? 'master stays' : 'gone';
}

/** What a source's key begins with belongs to it. */
async function deleteStrayCopies({ sources }: Deps, video: VideoRecord): Promise<void> {
  for (const key of await sources.list(copyPrefix(video))) {
    if (!key.startsWith(video.source_key)) await sources.delete(key);
  }
}
