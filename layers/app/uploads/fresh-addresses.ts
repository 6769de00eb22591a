import { DomainError } from '../../domain/errors.ts';
import type { FreshAddresses, FreshAddressesRequest } from '../../domain/uploads/upload.ts';
import { partSizes } from '../../domain/uploads/upload-parts.ts';
import type { UploadRecord } from '../../domain/uploads/upload-record.ts';
import { notFound } from '../not-found.ts';
import type { Clock } from '../ports/clock.ts';
import type { DirectStore } from '../ports/uploads/direct-store.ts';
import type { UploadStore } from '../ports/uploads/uploads.ts';
import { missingParts } from './missing-parts.ts';
import { endOfUpload, sweepAt } from './reserve-upload.ts';
import { signAddresses } from './sign-addresses.ts';

interface Deps {
  readonly uploads: UploadStore;
  readonly direct: DirectStore;
  readonly now: Clock;
}

const invalid = (message: string, reason?: string) =>
  new DomainError('invalid_request', message, reason === undefined ? {} : { reason });

/** Nothing is left to send: stable, so that a program goes on to complete the upload. */
const allArrived = () =>
  invalid('All bytes have arrived. POST to the upload’s `complete_url`.', 'all_bytes_arrived');

/**
 * Gives fresh addresses for what is missing of an upload that was begun before, and keeps the
 * upload for another day.
 * @param nonce of the ticket that stands for a credential; it opens its own upload and no other
 * @throws DomainError video_not_found, the upload's refusal, invalid_request when nothing is left
 * to be sent or a part is named that the upload does not have
 */
export const makeFreshAddresses =
  (deps: Deps) =>
  async (
    orgId: string,
    uploadId: string,
    { part_numbers: asked }: FreshAddressesRequest,
    nonce: string | undefined,
  ): Promise<FreshAddresses> => {
    const { uploads, direct, now } = deps;
    const upload = await uploads.find(orgId, uploadId);
    if (!upload?.direct || (nonce !== undefined && upload.ticket !== nonce)) {
      throw notFound('upload');
    }
    if (upload.refusal) throw DomainError.from(upload.refusal);
    if (upload.video_id !== undefined) throw allArrived();
    // No address works for less than a second.
    if (endOfUpload(upload).getTime() - now().getTime() < 1000) throw notFound('upload');
    const parts = await partsToSend(direct, upload, asked);
    await uploads.postpone(upload, sweepAt(upload, now()));
    return signAddresses({ direct, now }, upload, parts);
  };

/** @returns undefined for an upload in one request */
async function partsToSend(
  direct: DirectStore,
  upload: UploadRecord,
  asked: readonly number[] | undefined,
): Promise<readonly number[] | undefined> {
  const { source_key: key, multipart, bytes } = upload;
  if (!multipart || bytes === null) {
    if (asked) {
      throw invalid('Field `part_numbers`: the file is sent in one request. Leave the field out.');
    }
    if ((await direct.size(key)) !== undefined) throw allArrived();
    return undefined;
  }
  const { length: count } = partSizes(bytes, multipart.part_size);
  const beyond = asked?.find((number) => number > count);
  if (beyond !== undefined) {
    throw invalid(
      `Field \`part_numbers\` names part ${beyond}; the upload has parts 1 to ${count}.`,
    );
  }
  const arrived = await direct.parts(key, multipart.id);
  // Its parts are one object already.
  if (!arrived) throw allArrived();
  const numbers = asked ? [...new Set(asked)] : missingParts(upload, arrived);
  if (numbers.length === 0) throw allArrived();
  return numbers;
}
