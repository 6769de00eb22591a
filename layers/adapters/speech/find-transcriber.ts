import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Wait } from '../../app/ports/clock.ts';
import type { Transcriber } from '../../app/ports/transcript/speech.ts';
import type { WindowRecogniser } from '../../app/ports/transcript/window-recogniser.ts';
import { serverName } from '../openai/server.ts';
import {
  AMAZON_TRANSCRIBE,
  type AmazonTranscribe,
  amazonTranscriber,
  transcribeClient,
} from './amazon.ts';
import { amazonWindows } from './amazon-windows.ts';
import { openaiTranscriber } from './openai.ts';
import { POCKETSPHINX, pocketsphinx } from './pocketsphinx.ts';

/** The variables that choose a recogniser. */
interface Settings {
  /**
   * Unset: the server that TRANSCRIBER_URL names, else pocketsphinx where it is installed, else
   * none.
   */
  readonly TRANSCRIBER?: 'amazon' | 'openai' | 'pocketsphinx' | 'none' | undefined;
  readonly TRANSCRIBER_URL?: string | undefined;
  readonly TRANSCRIBER_API_KEY?: string | undefined;
  readonly TRANSCRIBER_MODEL: string;
  /** Where programs are searched for. */
  readonly PATH?: string | undefined;
}

/**
 * What recognisers need beside their variables: Amazon Transcribe finds sound in the store and
 * leaves words there.
 */
type Store = Pick<AmazonTranscribe, 'artifacts' | 'bucket'>;

export interface ChosenTranscriber {
  readonly name: string;
  connect(store: Store, wait: Wait): Transcriber;
  /** Of one that tells by itself when it has recognised a window. */
  readonly windows?: (store: Store) => WindowRecogniser;
}

/**
 * The recogniser to use, or undefined for none.
 * @throws Error when the one that was named lacks what it needs
 */
export async function chooseTranscriber(env: Settings): Promise<ChosenTranscriber | undefined> {
  const { TRANSCRIBER: named, TRANSCRIBER_URL: url } = env;
  if (named === 'none') return undefined;
  if (named === 'amazon') {
    const client = transcribeClient();
    return {
      name: AMAZON_TRANSCRIBE,
      connect: (store, wait) => amazonTranscriber({ client, ...store, wait }),
      windows: (store) => amazonWindows({ client, ...store }),
    };
  }
  if (named === 'openai' || (named === undefined && url !== undefined)) {
    if (url === undefined) throw new Error('TRANSCRIBER is openai, but TRANSCRIBER_URL is unset');
    const server = { url, apiKey: env.TRANSCRIBER_API_KEY, model: env.TRANSCRIBER_MODEL };
    return {
      name: serverName(server),
      connect: (_, wait) => openaiTranscriber({ ...server, wait }),
    };
  }
  const program = await programIn(env.PATH);
  if (program !== undefined) return { name: POCKETSPHINX, connect: () => pocketsphinx(program) };
  if (named === undefined) return undefined;
  throw new Error('TRANSCRIBER is pocketsphinx, which is not on PATH');
}

async function programIn(path = ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((part) => part !== '')) {
    const program = join(folder, 'pocketsphinx_continuous');
    const found = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return program;
  }
  return undefined;
}
