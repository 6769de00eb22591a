import { z } from 'zod';
import { ApiError } from '../../layers/domain/errors.ts';
import {
  DirectUploadTarget,
  FreshAddresses,
  UploadPending,
  UploadResult,
} from '../../layers/domain/uploads/upload.ts';
import { type Patience, patiently, reach, Unreachable } from './patience.ts';

const Refusal = z.object({ error: ApiError });

/** The service understood the call and refused it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message);
    this.error = error;
  }
}

export type UploadCalls = ReturnType<typeof uploadCalls>;

/** The calls of the service that an upload needs. Each of them may be repeated. */
export function uploadCalls(baseUrl: string, apiKey: string, patience: Patience) {
  const once = async (url: string, body: object): Promise<unknown> => {
    const response = await reach(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json().catch((cause: unknown) => {
      throw new Unreachable('The answer broke off.', { cause });
    });
    if (response.ok) return answer;
    const refusal = Refusal.safeParse(answer).data;
    throw refusal ? new Refused(refusal.error) : new Error(`HTTP ${response.status}`);
  };
  const post = (url: string, body: object) => patiently(patience, () => once(url, body));
  return {
    begin: async (filename: string, bytes: number): Promise<DirectUploadTarget> =>
      DirectUploadTarget.parse(await post(`${baseUrl}/v1/uploads/direct`, { filename, bytes })),
    /** Addresses for what the storage does not have; undefined when it has all of it. */
    async missing(uploadId: string): Promise<FreshAddresses | undefined> {
      try {
        return FreshAddresses.parse(
          await post(`${baseUrl}/v1/uploads/direct/${uploadId}/parts`, {}),
        );
      } catch (error) {
        if (error instanceof Refused && error.error.reason === 'all_bytes_arrived')
          return undefined;
        throw error;
      }
    },
    /** A large file may be read for longer than one call waits. */
    async complete(completeUrl: string): Promise<UploadResult> {
      for (;;) {
        const answer = await post(completeUrl, {});
        if (!UploadPending.safeParse(answer).success) return UploadResult.parse(answer);
      }
    },
  };
}
