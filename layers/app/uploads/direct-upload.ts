import type { Principal } from '../../domain/accounts/credential.ts';
import { PLANS } from '../../domain/accounts/plans.ts';
import { DomainError } from '../../domain/errors.ts';
import { OVER_THE_PLAN } from '../../domain/uploads/large-files.ts';
import {
  type DirectUploadRequest,
  type DirectUploadTarget,
  MULTIPART_ABOVE_BYTES,
} from '../../domain/uploads/upload.ts';
import { refuseCameraRaw } from '../../domain/uploads/upload-name.ts';
import { uploadPartBytes } from '../../domain/uploads/upload-parts.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import type { UploadStore } from '../ports/uploads/uploads.ts';
import { requireWebhook, type WebhookRefusal } from '../webhooks/require-webhook.ts';
import { newUpload, sweepAt } from './reserve-upload.ts';
import { signAddresses } from './sign-addresses.ts';
import type { makeUseTicket, OpenedTicket } from './tickets.ts';

interface Deps {
  readonly uploads: UploadStore;
  readonly direct: DirectStore;
  readonly useTicket: ReturnType<typeof makeUseTicket>;
  readonly webhookRefusal: WebhookRefusal;
  readonly now: Clock;
  readonly newId: NewId;
  /** What is sent in parts, and in which; in production as the domain has it. */
  readonly inParts?: {
    readonly aboveBytes: number;
    readonly partBytes: (fileBytes: number) => number;
  };
}

const IN_PARTS = { aboveBytes: MULTIPART_ABOVE_BYTES, partBytes: uploadPartBytes };

/**
 * Gives addresses in the storage to which a file is sent without passing through here.
 * @param ticket as it was sent, for the address that completes the upload, and what it says
 * @throws DomainError invalid_request past the limit, no_video_stream for camera raw, unauthorized
 */
export function makeDirectUpload(deps: Deps) {
  const { uploads, direct, useTicket, webhookRefusal, now, newId, inParts = IN_PARTS } = deps;
  /** @returns null for what is sent in one request */
  const transferOf = async ({ source_key: key, content_type, bytes }: UploadRecord) =>
    bytes !== null && bytes > inParts.aboveBytes
      ? { id: await direct.beginParts(key, content_type), part_size: inParts.partBytes(bytes) }
      : null;
  return async (
    principal: Principal,
    {
      filename = '',
      bytes,
      content_type = 'application/octet-stream',
      sha256,
      webhook_url,
    }: DirectUploadRequest,
    baseUrl: string,
    ticket?: { readonly text: string; readonly opened: OpenedTicket },
  ): Promise<DirectUploadTarget> => {
    refuseCameraRaw(filename);
    const maxBytes = ticket?.opened.claims.max_bytes ?? PLANS[principal.tier].max_upload_bytes;
    if (bytes !== undefined && bytes > maxBytes) throw tooLarge(bytes, maxBytes);
    if (ticket && webhook_url !== undefined) throw namedByTicket();
    requireWebhook(webhook_url, webhookRefusal);
    const nothingBegun = ticket && (await useTicket(ticket.opened));
    const reserved = newUpload(
      principal,
      {
        filename,
        content_type,
        max_bytes: maxBytes,
        bytes: bytes ?? null,
        direct: true,
        sha256,
        ticket: ticket?.opened.claims.nonce,
        webhook_url: ticket ? ticket.opened.claims.webhook_url : webhook_url,
      },
      { now: now(), newId },
    );
    try {
      const upload = { ...reserved, multipart: await transferOf(reserved) };
      await uploads.reserve(upload, sweepAt(upload, now()));
      const query = ticket ? `?ticket=${ticket.text}` : '';
      return {
        upload_id: upload.upload_id as DirectUploadTarget['upload_id'],
        max_bytes: maxBytes,
        complete_url: `${baseUrl}/v1/uploads/${upload.upload_id}/complete${query}`,
        ...(await signAddresses({ direct, now }, upload)),
      };
    } catch (error) {
      // Nobody has its addresses, so whoever holds the ticket tries again.
      await nothingBegun?.();
      throw error;
    }
  };
}

/** Whoever holds a ticket speaks for the organization in nothing but its one file. */
const namedByTicket = () =>
  new DomainError(
    'invalid_request',
    'Field `webhook_url` is not taken with a ticket. It is named when the ticket is made: POST /v1/uploads/tickets.',
  );

const tooLarge = (bytes: number, maxBytes: number) =>
  new DomainError(
    'invalid_request',
    `Field \`bytes\` is ${bytes}, and the account takes ${maxBytes} at most in one upload.`,
    {
      reason: 'over_account_limit',
      alternative: OVER_THE_PLAN,
    },
  );
