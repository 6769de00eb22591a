import type { Principal } from '../../domain/accounts/credential.ts';
import type { PaidFor } from '../../domain/accounts/paid-windows.ts';
import type { Tier } from '../../domain/accounts/plans.ts';
import { joined, rounded, without } from '../../domain/stretches.ts';
import { expiryOf } from '../../domain/videos/retention.ts';
import type { Thumbnail } from '../../domain/videos/thumbnail.ts';
import {
  type ListedVideo,
  readAs,
  type VideoList,
  type VideoListQuery,
} from '../../domain/videos/video-list.ts';
import { videoOf } from '../../domain/videos/video-record.ts';
import { type ArtifactStore, LINK_SECONDS } from '../ports/artifacts.ts';
import type { ListedRows, VideoLists } from '../ports/videos/video-list.ts';

interface Deps {
  readonly videoLists: VideoLists;
  readonly artifacts: Pick<ArtifactStore, 'signedUrl'>;
  /** Is told of videos that cannot be read, of another release or damaged: they are left out. */
  readonly passOver: (unreadable: Error) => void;
}

/** An organization's newest videos, or the one that is asked for, with what was read of each. */
export function makeListVideos({ videoLists, artifacts, passOver }: Deps) {
  const listed = async (rows: ListedRows, tier: Tier): Promise<ListedVideo> => {
    const thumbnail = await linked(artifacts, rows.thumbnail);
    return { ...listedVideo(rows, tier), ...(thumbnail && { thumbnail }) };
  };
  return async (
    { orgId, tier }: Pick<Principal, 'orgId' | 'tier'>,
    { limit, next, video_id, sha256 }: VideoListQuery,
  ): Promise<VideoList> => {
    if (video_id !== undefined || sha256 !== undefined) {
      const known = sha256 === undefined ? video_id : await videoLists.findByDigest(orgId, sha256);
      const isMeant = known !== undefined && (video_id ?? known) === known;
      const row = isMeant ? await videoLists.find(orgId, known) : undefined;
      return { videos: row ? [await listed(row, tier)] : [], next: null };
    }
    const rows = await videoLists.list(orgId, limit + 1, { before: next, passOver });
    const videos = await Promise.all(rows.slice(0, limit).map((row) => listed(row, tier)));
    return { videos, next: rows.length > limit ? (videos.at(-1)?.video_id ?? null) : null };
  };
}

async function linked(
  artifacts: Deps['artifacts'],
  stored: ListedRows['thumbnail'],
): Promise<Thumbnail | undefined> {
  if (!stored) return undefined;
  const { key, ...place } = stored;
  return { url: await artifacts.signedUrl(key, LINK_SECONDS), ...place };
}

function listedVideo(
  { video, keptFrom, lookAt, uploadId, paid }: ListedRows,
  tier: Tier,
): ListedVideo {
  const stored = 'pending' in video ? undefined : video;
  return {
    video_id: video.video_id as ListedVideo['video_id'],
    platform: video.platform,
    video: stored ? videoOf(stored) : null,
    upload_id: (uploadId ?? null) as ListedVideo['upload_id'],
    url: video.link?.url ?? null,
    size_bytes: stored?.size_bytes ?? null,
    created_at: video.created_at,
    expires_at: expiryOf(keptFrom, lookAt, tier).toISOString(),
    reads: [...paid]
      .map(([level, of]) => ({ ...readAs(level), windows: windowsOf(of) }))
      .filter(({ windows }) => windows.length > 0),
  };
}

/** Rounded before they are joined: in floating point, windows that touch may have a gap between. */
const windowsOf = ({ windows, lost }: PaidFor) =>
  without(joined(rounded(windows)), rounded(lost)).map(([start, end]) => ({ start, end }));
