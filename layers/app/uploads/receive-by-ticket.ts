import type { UploadResult } from '../../domain/uploads/upload.ts';
import { refuseCameraRaw } from '../../domain/uploads/upload-name.ts';
import { requireWithin } from './meter.ts';
import type { IncomingFile, makeReceiveUpload } from './receive-upload.ts';
import type { makeOpenTicket, makeUseTicket } from './tickets.ts';

interface Deps {
  readonly openTicket: ReturnType<typeof makeOpenTicket>;
  readonly useTicket: ReturnType<typeof makeUseTicket>;
  readonly receiveUpload: ReturnType<typeof makeReceiveUpload>;
}

/**
 * Receives the one file that a ticket allows. The ticket is held while bytes come, and used up by a
 * file that is kept: after one that was refused, or broke off, it takes another until it expires.
 * @param name of a file that came without one
 * @throws DomainError unauthorized, and what receiving throws
 */
export const makeReceiveByTicket =
  ({ openTicket, useTicket, receiveUpload }: Deps) =>
  async (
    ticket: string,
    file: IncomingFile,
    name: string | undefined,
    signal: AbortSignal,
  ): Promise<UploadResult> => {
    const opened = await openTicket(ticket);
    const named = { ...file, filename: file.filename || (name ?? '') };
    const { max_bytes: maxBytes, nonce, webhook_url: webhookUrl } = opened.claims;
    refuseCameraRaw(named.filename);
    requireWithin(file.atLeast ?? 0, maxBytes);
    const nothingKept = await useTicket(opened);
    return receiveUpload(opened.principal, named, signal, {
      ticket: nonce,
      maxBytes,
      webhookUrl,
      nothingKept,
    });
  };
