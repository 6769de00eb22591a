import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { VideoStore } from '../ports/videos/videos.ts';

export type ClearErased = (job: JobRecord) => Promise<void>;

/** Deletes what a job stored for a video that was erased while the job ran. */
export const makeClearErased =
  (deps: {
    videos: Pick<VideoStore, 'holds'>;
    artifacts: Pick<ArtifactStore, 'deletePrefix'>;
  }): ClearErased =>
  async ({ org_id, video_id, video_version }) => {
    if (await deps.videos.holds(org_id, video_id, video_version)) return;
    await deps.artifacts.deletePrefix(videoFolder(org_id, video_id));
  };
