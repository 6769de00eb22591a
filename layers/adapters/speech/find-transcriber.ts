import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Wait } from '../../app/ports/clock.ts';
import type { Transcriber } from '../../app/ports/speech.ts';
import { openaiTranscriber } from './openai.ts';
import { pocketsphinx } from './pocketsphinx.ts';

interface Settings {
  readonly TRANSCRIBER_URL?: string | undefined;
  readonly TRANSCRIBER_API_KEY?: string | undefined;
  readonly TRANSCRIBER_MODEL: string;
  /** Where programs are searched for. */
  readonly PATH?: string | undefined;
}

/** The recogniser to use: the server that is named, else pocketsphinx where it is installed, else none. */
export async function findTranscriber(
  { TRANSCRIBER_URL: url, TRANSCRIBER_API_KEY: apiKey, TRANSCRIBER_MODEL: model, PATH }: Settings,
  wait: Wait,
): Promise<Transcriber | undefined> {
  if (url !== undefined) return openaiTranscriber({ url, apiKey, model, wait });
  for (const folder of (PATH ?? '').split(delimiter).filter((part) => part !== '')) {
    const program = join(folder, 'pocketsphinx_continuous');
    const found = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return pocketsphinx(program);
  }
  return undefined;
}
