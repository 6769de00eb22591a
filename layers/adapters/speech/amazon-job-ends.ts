import {
  BadRequestException,
  GetTranscriptionJobCommand,
  NotFoundException,
  type TranscribeClient,
} from '@aws-sdk/client-transcribe';
import { z } from 'zod';
import type { ArtifactStore } from '../../app/ports/artifacts.ts';
import { type Callbacks, callbackKey } from '../../app/ports/transcript/window-recogniser.ts';

interface Deps {
  readonly client: TranscribeClient;
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly callbacks: Callbacks;
}

/** https://docs.aws.amazon.com/transcribe/latest/dg/monitoring-events.html */
const Event = z.object({ detail: z.object({ TranscriptionJobName: z.string() }) });
const Callback = z.object({ id: z.string() });

/** Ends what waits for a job of Amazon Transcribe; the job tells where its callback lies. */
export const amazonJobEnds =
  ({ client, artifacts, callbacks }: Deps) =>
  async (event: unknown): Promise<void> => {
    const { TranscriptionJobName } = Event.parse(event).detail;
    const command = new GetTranscriptionJobCommand({ TranscriptionJobName });
    const seen = await client.send(command).catch((error: unknown) => {
      // It was taken, or stopped, before its event came.
      if (error instanceof NotFoundException || error instanceof BadRequestException)
        return undefined;
      throw error;
    });
    const address = seen?.TranscriptionJob?.Media?.MediaFileUri;
    if (address === undefined) return;
    const folder = /^s3:\/\/[^/]+\/(.*\/)[^/]+$/.exec(address)?.[1] ?? '';
    const bytes = await artifacts.get(callbackKey(folder));
    if (bytes) await callbacks.end(Callback.parse(JSON.parse(new TextDecoder().decode(bytes))).id);
  };
