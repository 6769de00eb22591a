import { DomainError } from '../domain/errors.ts';
import type { VideoRecord } from '../domain/video-record.ts';
import { notFound } from './not-found.ts';
import type { VideoStore } from './ports/videos.ts';

interface Source {
  readonly url?: string | undefined;
  readonly upload_id?: string | undefined;
}

/**
 * The stored video that a request is about.
 * @throws DomainError video_not_found, source_unavailable, invalid_request
 */
export const makeFindSource =
  ({ videos }: { videos: Pick<VideoStore, 'findByUpload'> }) =>
  async (orgId: string, source: Source): Promise<VideoRecord> => {
    const video = await videos.findByUpload(orgId, uploadId(source));
    if (!video) throw notFound('video');
    return video;
  };

function uploadId({ url, upload_id }: Source): string {
  if (upload_id !== undefined) return upload_id;
  if (url?.startsWith('upl_')) return url;
  if (url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url)) {
    throw new DomainError(
      'source_unavailable',
      'Links are not fetched here. Upload the file with POST /v1/uploads and send its upload_id.',
      { reason: 'unknown', alternative: 'POST /v1/uploads, then the same call with upload_id.' },
    );
  }
  throw new DomainError(
    'invalid_request',
    'Field `url` must be an http or https link, or the id of an upload (`upl_…`).',
  );
}
