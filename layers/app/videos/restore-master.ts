import { blockTableKey } from '../../domain/sources/block-table.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { VideoStore } from '../ports/videos/videos.ts';
import type { SourceSwap, Sources } from '../ports/videos/working-copies.ts';

interface Deps {
  readonly videos: Pick<VideoStore, 'find'>;
  readonly swaps: Pick<SourceSwap, 'restore'>;
  readonly sources: Sources;
  readonly now: Clock;
  readonly newId: NewId;
}

interface Restored {
  readonly video_id: string;
  readonly source_key: string;
  readonly size_bytes: number;
  readonly restored_at: string;
}

/**
 * The worker may be setting the master aside meanwhile; then it lies elsewhere at the second look.
 */
const LOOKS = 3;

/**
 * Makes the master of a video its source again and deletes the working copy. Reads that began on
 * the copy fail and are tried again on the master; what was drawn from the copy is drawn anew, and
 * what was paid for stays so.
 * @throws Error in words for a person when there is no master to bring back
 */
export const makeRestoreMaster =
  (deps: Deps) =>
  async (orgId: string, videoId: string): Promise<Restored> => {
    const { videos, swaps, sources, now } = deps;
    for (let look = 0; look < LOOKS; look++) {
      const video = await videos.find(orgId, videoId);
      if (!video) throw new Error(`${orgId} has no stored video ${videoId}.`);
      if (video.restored_at !== undefined) return told(video, video.restored_at);
      const key = await masterIn(deps, video);
      const at = now();
      if (await swaps.restore(video, key, at)) {
        const { source_key: copy } = video;
        for (const left of [copy, blockTableKey(copy)]) await sources.delete(left);
        if (video.master_key !== key) await sources.delete(video.master_key ?? '');
        const size_bytes = video.master?.size_bytes ?? 0;
        return told({ ...video, source_key: key, size_bytes }, at.toISOString());
      }
      if (key !== video.master_key) await sources.delete(key);
    }
    throw new Error(`${videoId} changes all the time; try again in a minute.`);
  };

/**
 * The key of a master that can be read from: its own before it is set aside, else that of a copy of
 * it.
 */
async function masterIn({ sources, newId }: Deps, video: VideoRecord): Promise<string> {
  const { org_id, video_id, master_key: key, master } = video;
  if (key === undefined) {
    throw new Error(`${video_id} is read from what was sent: there is no working copy.`);
  }
  const bytes = await sources.size(key);
  if (bytes === undefined || !master) {
    const until =
      master?.kept_until === undefined ? '' : `; it was kept until ${master.kept_until}`;
    throw new Error(`The master of ${video_id} is no longer there${until}. Have it sent again.`);
  }
  if (bytes !== master.size_bytes) {
    throw new Error(`${key} has ${bytes} bytes, and ${master.size_bytes} were sent.`);
  }
  const folder = videoFolder(org_id, video_id);
  if (key.startsWith(folder)) return key;
  const restored = `${folder}master-${newId('run')}${/\.[^./]*$/.exec(key)?.[0] ?? ''}`;
  await sources.copy(key, restored);
  return restored;
}

const told = (
  { video_id, source_key, size_bytes }: VideoRecord,
  restored_at: string,
): Restored => ({ video_id, source_key, size_bytes, restored_at });
