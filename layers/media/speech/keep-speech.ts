import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Judged, Stretch } from '../../app/ports/transcript/speech.ts';
import { KeptSpeech, type KeptStretch } from '../../domain/transcript/kept-speech.ts';

/** Files of a folder that holds speech: the samples of all stretches, and what was told of them. */
export const SPEECH_FILES = ['speech.raw', 'speech.json'] as const;

/** Writes the stretches that are found into a folder; the record comes last. */
export async function keepSpeech(
  finding: AsyncGenerator<Stretch, Judged>,
  folder: string,
): Promise<void> {
  const [sound, record] = SPEECH_FILES;
  const file = await open(join(folder, sound), 'w');
  const stretches: KeptStretch[] = [];
  try {
    for (;;) {
      const { value, done } = await finding.next();
      if (done) {
        const { speech, damage } = value;
        const { silent, soundEnds, unheard, heardTwice } = damage;
        const told = { silent, soundEnds, unheard, ...(heardTwice && { heardTwice }) };
        const kept = { speech, damage: told, stretches };
        await writeFile(join(folder, record), JSON.stringify(KeptSpeech.parse(kept)));
        return;
      }
      const { start, samples } = value;
      if (samples.length === 0) continue;
      await file.writeFile(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
      stretches.push({ start, samples: samples.length });
    }
  } finally {
    await file.close();
  }
}
