import type { Principal } from '../../domain/accounts/credential.ts';
import { isNameOfVideo, nameField } from '../../domain/calls/source-request.ts';
import { DomainError } from '../../domain/errors.ts';
import { linkOf } from '../../domain/links/recognise.ts';
import type { PendingVideo, Reservation } from '../../domain/videos/pending-video.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import { notFound } from '../not-found.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { Fetches } from '../ports/links/fetches.ts';
import type { UploadStore } from '../ports/uploads/uploads.ts';
import type { VideoStore } from '../ports/videos/videos.ts';
import { secondsUntil } from '../seconds-until.ts';
import { toldFailure } from './told-failure.ts';

export interface SourceDeps {
  readonly videos: Pick<VideoStore, 'findByUpload'>;
  readonly uploads: Pick<UploadStore, 'find'>;
  readonly fetches: Pick<Fetches, 'find' | 'findVideo'>;
  /** Why a link may not be followed, in words for its sender. */
  readonly linkRefusal: (url: string) => string | undefined;
  readonly digest: Digest;
  readonly now: Clock;
  readonly newId: NewId;
}

/** The video that a request is about. */
export type Source =
  | { readonly kind: 'stored'; readonly video: VideoRecord }
  /** Still to be fetched; with a reservation it is the request that makes it so. */
  | { readonly kind: 'pending'; readonly video: PendingVideo; readonly reserving?: Reservation };

export interface Named {
  readonly url?: string | undefined;
  readonly upload_id?: string | undefined;
}

/**
 * Finds the video that a request is about, or gives a link its video to be. A link that failed a
 * moment ago is answered as it was then.
 * @param requirePossible throws where a call cannot run whatever its video is, and is asked before a
 * call is answered by what its link failed with
 * @throws DomainError video_not_found, invalid_request naming `url`, and what the link or the upload
 * failed with
 */
export const makeFindSource = (deps: SourceDeps) => {
  const { fetches, now } = deps;
  return async (
    { orgId }: Pick<Principal, 'orgId'>,
    { url, upload_id }: Named,
    requirePossible?: () => void,
  ): Promise<Source> => {
    const name = upload_id ?? (url !== undefined && isNameOfVideo(url) ? url : undefined);
    // A name may stand in the place of a link, which may be longer than any name is.
    if (name !== undefined && !nameField.safeParse(name).success) throw notFound('video');
    if (name?.startsWith('vid_')) return named(deps, orgId, name, requirePossible);
    if (name !== undefined) return uploaded(deps, orgId, name);
    const link = namedLink(deps, url ?? '');
    const state = await fetches.find(orgId, link.digest);
    switch (state.kind) {
      case 'stored':
      case 'pending':
        return state;
      case 'failed':
        if (secondsUntil(state.failure.until, now()) !== undefined) {
          requirePossible?.();
          throw toldFailure(state.failure, now());
        }
    }
    const video = pendingVideo(deps, orgId, link);
    return { kind: 'pending', video, reserving: { video, replaces: state.videoId } };
  };
};

/** @throws DomainError video_not_found, and why the upload will never be a video */
async function uploaded(
  { videos, uploads }: SourceDeps,
  orgId: string,
  uploadId: string,
): Promise<Source> {
  const video = await videos.findByUpload(orgId, uploadId);
  if (video) return { kind: 'stored', video };
  const upload = await uploads.find(orgId, uploadId);
  if (upload?.refusal) throw DomainError.from(upload.refusal);
  if (!upload || upload.video_id !== undefined) throw notFound('video');
  throw new DomainError(
    'video_not_found',
    'The upload of this id is no video yet. Send the bytes that are missing, if any are, then POST to its `complete_url`: that answers once it is one.',
    { reason: 'upload_unfinished' },
  );
}

/** A video that gave way to one that gave way to another; nothing real has more. */
const MOST_MOVES = 8;

/**
 * The video of an id, or the one that took its place because their links lead to the same.
 * @throws DomainError video_not_found, and what its link failed with
 */
async function named(
  { fetches, now }: SourceDeps,
  orgId: string,
  videoId: string,
  requirePossible?: () => void,
): Promise<Source> {
  let state = await fetches.findVideo(orgId, videoId);
  for (let moves = 0; state?.kind === 'moved' && moves < MOST_MOVES; moves += 1) {
    state = await fetches.findVideo(orgId, state.to);
  }
  if (state?.kind === 'failed') {
    requirePossible?.();
    throw toldFailure(state.failure, now());
  }
  if (state?.kind !== 'stored' && state?.kind !== 'pending') throw notFound('video');
  return state;
}

function namedLink({ linkRefusal, digest }: SourceDeps, text: string) {
  const link = linkOf(text);
  const refused = linkRefusal(link.url);
  if (refused !== undefined) {
    throw new DomainError(
      'invalid_request',
      `Field \`url\` is refused: ${refused}. Send an address that the public internet reaches, or upload the file and send its upload_id.`,
      { reason: 'url', alternative: 'POST /v1/uploads, then the same call with upload_id.' },
    );
  }
  return { ...link, digest: digest(link.canonical) };
}

function pendingVideo(
  { now, newId }: SourceDeps,
  orgId: string,
  { platform, ...link }: ReturnType<typeof namedLink>,
): PendingVideo {
  const videoId = newId('vid');
  return {
    video_id: videoId,
    org_id: orgId,
    // A link is fetched once: its video has one version.
    version: videoId,
    pending: true,
    platform,
    link,
    created_at: now().toISOString(),
  };
}
