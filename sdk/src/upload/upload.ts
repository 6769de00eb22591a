import { VideoReaderError } from '../errors.ts';
import { type Patience, patiently } from '../patience.ts';
import type { Transport } from '../transport.ts';
import type { DirectUploadRequest, UploadResult } from '../types.ts';
import { type Begun, memoryOf, type UploadMemory } from './memory.ts';
import { type Addresses, missingBytes, sendBytes } from './send-bytes.ts';
import { uploadSource } from './source.ts';

export interface UploadOptions {
  /** In the place of a credential: lets whoever has the file send it. Good for one upload. */
  readonly ticket?: string;
  /** Name of the file, where it has none or another is wanted. */
  readonly filename?: string;
  /**
   * Told, signed, when the file is a video or will never be one. With a ticket it is named when the
   * ticket is made.
   */
  readonly webhookUrl?: string;
  /**
   * Told of the bytes that were sent: in a browser as they leave, elsewhere part by part. The
   * number goes down when a part has to be sent again.
   */
  readonly onProgress?: (sentBytes: number, ofBytes: number) => void;
  /** Told once all bytes are there: what remains is that the service reads the file. */
  readonly onArrived?: () => void;
  /** Of the whole file, in hex, where it is known. Bytes with another digest are refused. */
  readonly sha256?: string;
  /** Goes on with an upload of the same file that broke off, also in another program. */
  readonly memory?: UploadMemory;
  /** Ends it. What was sent is kept for whoever goes on with the same memory. */
  readonly signal?: AbortSignal;
  /** Milliseconds that each request may be waited for, between its tries. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10 * 60_000;
/** The service takes no longer names; the end has the extension. */
const LONGEST_NAME = 255;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/**
 * Sends a file straight into storage and has it made a video.
 * @throws VideoReaderError
 */
export async function upload(
  transport: Transport,
  file: Blob | string,
  options: UploadOptions = {},
): Promise<UploadResult> {
  const { ticket, webhookUrl, sha256, onProgress, memory, signal } = options;
  const { bytes, name = 'video', identity } = await uploadSource(file);
  const size = bytes.size;
  if (size === 0) throw new VideoReaderError('invalid_request', 'The file is empty.');
  const { patienceMs = PATIENCE_MS } = options;
  const patience: Patience = { patienceMs, signal, wait: transport.wait };
  const remembered = memoryOf(
    memory,
    identity && `video-reader upload ${transport.baseUrl} ${identity}`,
  );
  const calls = uploadCalls(transport, patience);
  const known = await remembered.find();
  const goingOn = known && (await calls.goOn(known));
  const request = {
    filename: (options.filename ?? name).slice(-LONGEST_NAME),
    bytes: size,
    ...(MEDIA_TYPE.test(bytes.type) && { content_type: bytes.type }),
    ...(sha256 !== undefined && { sha256 }),
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
  };
  const { begun, addresses: first } = goingOn ?? (await calls.begin(request, ticket));
  await remembered.keep(begun);
  let addresses = first;
  for (let [before, again] = [-1, 0]; addresses; ) {
    const missing = missingBytes(addresses, size);
    again = missing === before ? again + 1 : 0;
    if (again > 1) {
      const message = 'The storage refuses addresses that were just given.';
      throw new VideoReaderError('processing_failed', message);
    }
    before = missing;
    let sent = size - missing;
    onProgress?.(sent, size);
    const onSent = (bytes: number) => {
      sent += bytes;
      onProgress?.(sent, size);
    };
    const sending = { ...patience, put: transport.put, bytes, onSent };
    const arrived = await sendBytes(sending, addresses).catch(async (error: unknown) => {
      // What arrived of it is of no use to anybody.
      if (isOf(error, 'file_changed')) await remembered.forget();
      throw error;
    });
    addresses = arrived ? undefined : await calls.missing(begun);
  }
  options.onArrived?.();
  const result = await calls.complete(begun);
  await remembered.forget();
  return result;
}

const isOf = (error: unknown, reason: string): boolean =>
  error instanceof VideoReaderError && error.reason === reason;

/** The calls that an upload needs. Each of them may be repeated. */
function uploadCalls({ api }: Transport, patience: Patience) {
  const abort = patience.signal ? { signal: patience.signal } : {};
  // By the ticket it was begun with, whichever one is at hand when it goes on.
  const begunParams = ({ upload_id: uploadId, complete_url }: Begun) => ({
    path: { uploadId },
    query: ticketQuery(new URL(complete_url).searchParams.get('ticket')),
  });
  const missing = async (begun: Begun): Promise<Addresses | undefined> => {
    try {
      return await patiently(patience, () =>
        api.POST('/v1/uploads/direct/{uploadId}/parts', {
          params: begunParams(begun),
          body: {},
          ...abort,
        }),
      );
    } catch (error) {
      if (isOf(error, 'all_bytes_arrived')) return undefined;
      throw error;
    }
  };
  return {
    missing,
    async begin(body: DirectUploadRequest, ticket: string | undefined) {
      const target = await patiently<Begun & Addresses>(patience, () =>
        api.POST('/v1/uploads/direct', {
          params: { query: ticketQuery(ticket) },
          body,
          ...abort,
        }),
      );
      const { upload_id, complete_url } = target;
      return { begun: { upload_id, complete_url }, addresses: target as Addresses | undefined };
    },
    /** Undefined where the upload was given up meanwhile. */
    async goOn(begun: Begun) {
      try {
        return { begun, addresses: await missing(begun) };
      } catch (error) {
        if (error instanceof VideoReaderError && error.type === 'video_not_found') return undefined;
        throw error;
      }
    },
    /** A large file may be read for longer than one call waits. */
    async complete(begun: Begun): Promise<UploadResult> {
      for (;;) {
        const answer = await patiently<UploadResult | { status: 'reading' }>(patience, () =>
          api.POST('/v1/uploads/{uploadId}/complete', {
            params: begunParams(begun),
            body: {},
            ...abort,
          }),
        );
        if ('video' in answer) return answer;
      }
    },
  };
}

const ticketQuery = (ticket: string | null | undefined) => (ticket ? { ticket } : {});
