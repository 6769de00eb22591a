import { z } from 'zod';
import { DomainError, PROCESSING_FAILED } from '../../domain/errors.ts';
import { NO_DAMAGE } from '../../domain/sources/damage.ts';
import { KeptStretch } from '../../domain/transcript/kept-speech.ts';
import { keepJson, keptJson } from '../kept-json.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Judged, Stretch, Transcriber } from '../ports/transcript/speech.ts';
import {
  type Callbacks,
  callbackKey,
  refusalKey,
  soundKey,
  stretchesKey,
  tryFolder,
  type WindowTry,
  wordsKey,
} from '../ports/transcript/window-recogniser.ts';
import { noRecogniser } from './listen.ts';
import { recogniseAll } from './recognise-all.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'deletePrefix'>;
  readonly transcriber: Transcriber | undefined;
  readonly callbacks: Callbacks;
}

/** JSON: the id of the callback that ends when the try does. */
const Callback = z.object({ id: z.string() });

/**
 * Recognises a window of speech with a recogniser that answers when it is asked, keeps its words, and
 * ends what waits for them. Of a try that was stopped nothing is kept.
 */
export const makeRecogniseWindow = (deps: Deps) => {
  const { artifacts, callbacks } = deps;
  return async (
    tried: WindowTry,
    signal: AbortSignal,
    delivery: { readonly isLast: boolean },
  ): Promise<void> => {
    const folder = tryFolder(tried);
    const callback = () => keptJson(artifacts, callbackKey(folder), Callback);
    if (!(await callback())) return;
    if (!(await artifacts.get(wordsKey(tried)))) {
      try {
        await keepJson(artifacts, wordsKey(tried), await recognised(deps, tried, signal));
      } catch (error) {
        if (!(error instanceof DomainError) && !delivery.isLast) throw error;
        const told = error instanceof DomainError ? error.toApiError() : PROCESSING_FAILED;
        await keepJson(artifacts, refusalKey(folder), told);
      }
    }
    const waiting = await callback();
    if (waiting) await callbacks.end(waiting.id);
    else await artifacts.deletePrefix(tried.folder);
  };
};

async function recognised({ artifacts, transcriber }: Deps, tried: WindowTry, signal: AbortSignal) {
  const [kept, sound] = await Promise.all([
    keptJson(artifacts, stretchesKey(tried), z.array(KeptStretch)),
    artifacts.get(soundKey(tried)),
  ]);
  if (!kept || !sound) throw new Error(`the sound of ${tried.folder} is gone`);
  if (!transcriber) throw noRecogniser();
  const { heard } = await recogniseAll(stretchesOf(kept, sound), transcriber, tried, signal);
  return heard;
}

/** Stretches with their samples; that somebody speaks in them was judged before. */
async function* stretchesOf(
  kept: readonly KeptStretch[],
  sound: Uint8Array,
): AsyncGenerator<Stretch, Judged> {
  const samples = new Int16Array(sound.slice().buffer);
  let at = 0;
  for (const { start, samples: count } of kept) {
    yield { start, samples: samples.subarray(at, at + count) };
    at += count;
  }
  return { speech: { is_speech: true, confidence: 1, reason: '' }, damage: NO_DAMAGE };
}
