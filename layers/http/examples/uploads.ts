import type {
  CompleteRequest,
  DirectUploadRequest,
  FreshAddressesRequest,
  FreshParts,
  FreshPut,
  MultipartTarget,
  PutTarget,
  UploadResult,
  UploadTicket,
  UploadTicketRequest,
} from '../../domain/uploads/upload.ts';
import { BASE, STORAGE, UPLOAD_ID, video } from './story.ts';

const target = {
  upload_id: UPLOAD_ID,
  max_bytes: 2_000_000_000,
  expires_at: '2026-11-20T09:15:00.000Z',
  complete_url: `${BASE}/v1/uploads/${UPLOAD_ID}/complete`,
} as const;

const put: PutTarget['put'] = {
  method: 'PUT',
  url: `${STORAGE}/incoming?signature=4f1c`,
  headers: { 'content-type': 'video/mp4', 'cache-control': 'private' },
};

/** Ways in which a file comes. */
export const UPLOADS = {
  UploadResult: {
    upload_id: UPLOAD_ID,
    video,
    size_bytes: 18_220_431,
    received_bytes: 18_220_431,
  } satisfies UploadResult,
  UploadTicketRequest: {
    webhook_url: 'https://receiver.example/video-reader',
  } satisfies UploadTicketRequest,
  UploadTicket: {
    ticket: 'q83vEjRWeJq83vEjRWeJq83vEjRWeJo',
    upload_url: `${BASE}/v1/uploads/t/q83vEjRWeJq83vEjRWeJq83vEjRWeJo`,
    direct_url: `${BASE}/v1/uploads/direct?ticket=q83vEjRWeJq83vEjRWeJq83vEjRWeJo`,
    expires_at: '2026-11-20T09:15:00.000Z',
    max_bytes: 2_000_000_000,
  } satisfies UploadTicket,
  DirectUploadRequest: {
    filename: 'lighthouse-talk.mp4',
    bytes: 18_220_431,
    content_type: 'video/mp4',
  } satisfies DirectUploadRequest,
  PutTarget: { ...target, put } satisfies PutTarget,
  FreshPut: { expires_at: target.expires_at, put } satisfies FreshPut,
  FreshAddressesRequest: { part_numbers: [2] } satisfies FreshAddressesRequest,
  FreshParts: {
    expires_at: target.expires_at,
    multipart: {
      part_size: 64_000_000,
      parts: [{ part_number: 2, method: 'PUT', url: `${STORAGE}/incoming?part=2&signature=a90d` }],
    },
  } satisfies FreshParts,
  MultipartTarget: {
    ...target,
    multipart: {
      part_size: 64_000_000,
      parts: [
        { part_number: 1, method: 'PUT', url: `${STORAGE}/incoming?part=1&signature=4f1c` },
        { part_number: 2, method: 'PUT', url: `${STORAGE}/incoming?part=2&signature=4f1c` },
      ],
    },
  } satisfies MultipartTarget,
  CompleteRequest: {
    parts: [{ part_number: 1, etag: '"9b2cf535f27731c974343645a3985328"' }],
  } satisfies CompleteRequest,
};
