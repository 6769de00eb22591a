import type { Principal } from '../../domain/accounts/credential.ts';
import { PLANS } from '../../domain/accounts/plans.ts';
import { type ApiError, DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import type { UploadResult } from '../../domain/uploads/upload.ts';
import { refuseCameraRaw } from '../../domain/uploads/upload-name.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { NewId } from '../ports/clock.ts';
import type { NewDigest } from '../ports/digest.ts';
import { putSource } from '../sources/put-source.ts';
import { meter, requireWithin } from './meter.ts';
import { newUpload, sweepAt } from './reserve-upload.ts';
import { folderOf, makeSettleUpload, type SettleDeps } from './settle-upload.ts';

interface Deps extends SettleDeps {
  readonly artifacts: ArtifactStore;
  readonly newDigest: NewDigest;
  readonly newId: NewId;
}

/** A file on its way in. */
export interface IncomingFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** How many there are at least, where the sender has announced it. */
  readonly atLeast?: number | undefined;
}

/**
 * Streams a file into the store, opens it to see what it is, and keeps it. The same bytes are the
 * same video. Whatever goes wrong, no byte of a refused file stays.
 * @throws DomainError invalid_request with reason body_too_large, no_video_stream
 */
export function makeReceiveUpload(deps: Deps) {
  const { uploads, artifacts, now, newId } = deps;
  const settle = makeSettleUpload(deps);
  return async (
    principal: Principal,
    file: IncomingFile,
    signal: AbortSignal,
    by: {
      readonly ticket?: string;
      readonly maxBytes?: number;
      /** Who is told what became of it. */
      readonly webhookUrl?: string | undefined;
      /** Called when the upload failed and nothing of it is left. */
      readonly nothingKept?: () => Promise<void>;
    } = {},
  ): Promise<UploadResult> => {
    refuseCameraRaw(file.filename);
    const maxBytes = by.maxBytes ?? PLANS[principal.tier].max_upload_bytes;
    requireWithin(file.atLeast ?? 0, maxBytes);
    const upload = newUpload(
      principal,
      {
        filename: file.filename,
        content_type: file.contentType,
        max_bytes: maxBytes,
        bytes: null,
        direct: false,
        ticket: by.ticket,
        webhook_url: by.webhookUrl,
      },
      { now: now(), newId },
    );
    await uploads.reserve(upload, sweepAt(upload, now()));
    try {
      const metered = meter(file.bytes, upload.max_bytes);
      const digest = await putSource(deps, upload.source_key, metered.bytes, file.contentType);
      return await settle(upload, { sha256: digest.hex(), size: metered.count() }, signal);
    } catch (error) {
      // A write whose answer was lost may still settle it: from here on it cannot.
      await uploads.refuse(upload, refusalOf(error), now());
      const settled = await uploads.find(upload.org_id, upload.upload_id);
      if (settled?.video_id === undefined) {
        await artifacts.deletePrefix(folderOf(upload));
        await uploads.remove(upload);
        await by.nothingKept?.();
      }
      throw error;
    }
  };
}

const refusalOf = (error: unknown): ApiError =>
  error instanceof DomainError ? error.toApiError() : PROCESSING_FAILED;
