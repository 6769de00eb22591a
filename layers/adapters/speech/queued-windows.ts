import { z } from 'zod';
import type { ArtifactStore } from '../../app/ports/artifacts.ts';
import {
  callbackKey,
  refusalKey,
  tryFolder,
  type WindowQueue,
  type WindowRecogniser,
  wordsKey,
} from '../../app/ports/transcript/window-recogniser.ts';
import { ApiError } from '../../domain/errors.ts';

const JSON_TYPE = 'application/json';
const asBytes = (value: object) => new TextEncoder().encode(JSON.stringify(value));
const asJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** What is kept of a callback; a window whose message was not sent before a crash is sent again. */
const Told = z.object({ id: z.string(), isSent: z.boolean() });

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'deletePrefix'>;
  readonly queue: WindowQueue;
}

/** Windows that workers recognise, with a recogniser that answers when it is asked. */
export const queuedWindows = ({ artifacts, queue }: Deps): WindowRecogniser => ({
  // The worker tells.
  refusalOf: () => undefined,
  async begin(tried, callbackId) {
    const key = callbackKey(tryFolder(tried));
    const before = await artifacts.get(key);
    const tell = (isSent: boolean) =>
      artifacts.put(key, asBytes({ id: callbackId, isSent }), JSON_TYPE);
    const isSent = before !== undefined && Told.parse(asJson(before)).isSent;
    await tell(isSent);
    if (isSent) return;
    await queue.send(tried);
    await tell(true);
  },
  async take(tried) {
    if (await artifacts.get(wordsKey(tried))) return 'heard';
    const refused = await artifacts.get(refusalKey(tryFolder(tried)));
    if (!refused) return 'runs';
    const told = ApiError.parse(asJson(refused));
    return told.type === 'processing_failed' ? 'failed' : { refused: told };
  },
  async stop(tried) {
    // A worker that is still at it finds nobody waiting, and clears away what it made.
    await artifacts.deletePrefix(tryFolder(tried));
    return true;
  },
});
