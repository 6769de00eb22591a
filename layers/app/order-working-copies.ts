import { needsWorkingCopy } from '../domain/working-copy.ts';
import type { VideoStore } from './ports/videos.ts';
import type { CopyQueue } from './ports/working-copies.ts';

/** Videos for which a working copy is ordered as they are added, where they need one. */
export const orderingCopies = (videos: VideoStore, queue: CopyQueue): VideoStore => ({
  ...videos,
  async add(video, upload) {
    const stored = await videos.add(video, upload);
    if (stored === 'stored' && needsWorkingCopy(video.probe, video.size_bytes)) {
      const message = { orgId: video.org_id, videoId: video.video_id, step: 'make' } as const;
      // The video is whole without its copy: an order that is lost leaves it on its master.
      await queue.send(message, 0).catch(() => undefined);
    }
    return stored;
  },
});
