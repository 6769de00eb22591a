import { type Api, bodyOf } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import type { FreshAddresses, UploadResult } from '../api/types.ts';

/** The calls of one upload. Each throws a Problem for what is refused. */
export interface UploadCalls {
  begin(file: File, sha256?: string): Promise<{ upload_id: string; addresses: FreshAddresses }>;
  /** Addresses for what has not arrived; undefined when all has. */
  missing(uploadId: string): Promise<FreshAddresses | undefined>;
  complete(uploadId: string): Promise<UploadResult>;
  /** The id of the video that has these bytes. */
  findSame(sha256: string): Promise<string | undefined>;
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** @param ticket in the place of a session */
export function uploadCalls(api: Api, ticket?: string): UploadCalls {
  const query = ticket === undefined ? {} : { ticket };
  return {
    async begin(file, sha256) {
      const target = await bodyOf(
        api.POST('/v1/uploads/direct', {
          params: { query },
          body: {
            filename: file.name.slice(-255),
            bytes: file.size,
            ...(MEDIA_TYPE.test(file.type) && { content_type: file.type }),
            ...(sha256 !== undefined && { sha256 }),
          },
        }),
      );
      return { upload_id: target.upload_id, addresses: target };
    },
    async missing(uploadId) {
      try {
        return await bodyOf(
          api.POST('/v1/uploads/direct/{uploadId}/parts', {
            params: { path: { uploadId }, query },
            body: {},
          }),
        );
      } catch (thrown) {
        if (problemOf(thrown).is('invalid_request', 'all_bytes_arrived')) return undefined;
        throw thrown;
      }
    },
    async complete(uploadId) {
      for (;;) {
        const done = await bodyOf(
          api.POST('/v1/uploads/{uploadId}/complete', {
            params: { path: { uploadId }, query },
            body: {},
          }),
        );
        // Large files are read for minutes: the same call waits on.
        if ('video' in done) return done;
      }
    },
    async findSame(sha256) {
      const { videos } = await bodyOf(api.GET('/v1/videos', { params: { query: { sha256 } } }));
      return videos[0]?.video_id;
    },
  };
}
