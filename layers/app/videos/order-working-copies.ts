import type { VideoRecord } from '../../domain/videos/video-record.ts';
import { needsWorkingCopy } from '../../domain/videos/working-copy.ts';
import type { Fetches } from '../ports/links/fetches.ts';
import type { VideoStore } from '../ports/videos/videos.ts';
import type { CopyQueue } from '../ports/videos/working-copies.ts';

/** Videos for which a working copy is ordered as they are added, where they need one. */
export const orderingCopies = (videos: VideoStore, queue: CopyQueue): VideoStore => ({
  ...videos,
  async add(video, upload) {
    const stored = await videos.add(video, upload);
    if (stored === 'stored') await order(queue, video);
    return stored;
  },
});

/** Likewise for videos that are fetched. */
export const orderingFetchedCopies = (fetches: Fetches, queue: CopyQueue): Fetches => ({
  ...fetches,
  async complete(video, run) {
    const completed = await fetches.complete(video, run);
    if (completed) await order(queue, video);
    return completed;
  },
});

async function order(queue: CopyQueue, video: VideoRecord): Promise<void> {
  if (!needsWorkingCopy(video.probe, video.size_bytes)) return;
  const message = { orgId: video.org_id, videoId: video.video_id, step: 'make' } as const;
  // The video is whole without its copy: an order that is lost leaves it on its master.
  await queue.send(message, 0).catch(() => undefined);
}
