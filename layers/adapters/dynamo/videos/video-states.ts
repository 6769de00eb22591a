import type {
  Failure,
  Fetches,
  FormerVideo,
  VideoState,
} from '../../../app/ports/links/fetches.ts';
import { ApiError } from '../../../domain/errors.ts';
import { PendingVideo } from '../../../domain/videos/pending-video.ts';
import { VideoRecord } from '../../../domain/videos/video-record.ts';
import * as keys from '../keys.ts';
import type { IsOver } from './over.ts';
import { isStored } from './videos.ts';

export type Get = (key: keys.Key) => Promise<keys.Row | undefined>;

/** Why a link has no video, as its row or its video's row keeps it. */
export const failureIn = (row: keys.Row): Failure | undefined =>
  row['error'] === undefined
    ? undefined
    : { error: ApiError.parse(row['error']), until: String(row['until']) };

/** A video that gave way to one that gave way to another; nothing real has more. */
const MOST_MOVES = 8;

/** What has become of a video, by its row. */
export function makeVideoStates(get: Get, isOver: IsOver) {
  const findVideo: Fetches['findVideo'] = async (orgId, videoId) => {
    const row = await get(keys.video(orgId, videoId));
    if (row === undefined || (await isOver(row))) return undefined;
    if (isStored(row)) return { kind: 'stored', video: VideoRecord.parse(row) };
    if (row['pending'] === true) return { kind: 'pending', video: PendingVideo.parse(row) };
    if (row['moved_to'] !== undefined) return { kind: 'moved', to: String(row['moved_to']) };
    const failure = failureIn(row);
    return failure && { kind: 'failed', failure };
  };
  /** The video itself, or the one that took its place. */
  const follow = async (
    orgId: string,
    videoId: string,
  ): Promise<VideoState | Exclude<FormerVideo, { readonly kind: 'moved' }> | undefined> => {
    let state = await findVideo(orgId, videoId);
    for (let moves = 0; state?.kind === 'moved' && moves < MOST_MOVES; moves += 1) {
      state = await findVideo(orgId, state.to);
    }
    return state?.kind === 'moved' ? undefined : state;
  };
  return { findVideo, follow };
}
export type FollowVideo = ReturnType<typeof makeVideoStates>['follow'];
