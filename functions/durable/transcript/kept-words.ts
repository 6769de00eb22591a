import { z } from 'zod';
import { keptJson } from '../../../layers/app/kept-json.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type {
  HeardOutcome,
  LongHearing,
} from '../../../layers/app/ports/transcript/long-hearing.ts';
import { wordsKey } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import { KeptSpeech } from '../../../layers/domain/transcript/kept-speech.ts';
import { RecognisedStretch } from '../../../layers/domain/transcript/recognised.ts';
import { TranscriptSize } from '../../../layers/domain/transcript/transcript-limits.ts';
import { SPEECH_FILES } from '../../../layers/media/speech/keep-speech.ts';
import type { HeardAll } from './hearing-work.ts';
import { soundFolder, windowFolder } from './places.ts';

type Reading = Pick<ArtifactStore, 'get'>;

/** What the decoder kept of its attempt. @throws Error when it is gone */
export async function keptSpeech(
  artifacts: Reading,
  hearing: LongHearing,
  attempt: number,
): Promise<KeptSpeech> {
  const [, record] = SPEECH_FILES;
  const folder = soundFolder(hearing, attempt);
  const kept = await keptJson(artifacts, `${folder}/${record}`, KeptSpeech);
  if (!kept) throw new Error(`what was said in ${folder} is gone`);
  return kept;
}

/** What was recognised in the first so many windows; one that was given up has nothing. */
async function keptWords(
  artifacts: Reading,
  hearing: LongHearing,
  windows: number,
): Promise<RecognisedStretch[]> {
  const heard: RecognisedStretch[] = [];
  for (let window = 1; window <= windows; window += 1) {
    const key = wordsKey({ folder: windowFolder(hearing, window) });
    heard.push(...((await keptJson(artifacts, key, z.array(RecognisedStretch))) ?? []));
  }
  return heard;
}

/** Whether what was recognised in the first so many windows is more than one transcript holds. */
export async function isFull(
  artifacts: Reading,
  hearing: LongHearing,
  windows: number,
): Promise<boolean> {
  const size = new TranscriptSize();
  for (const { segments } of await keptWords(artifacts, hearing, windows)) {
    for (const segment of segments) size.add(segment);
  }
  return size.isOver;
}

/** The outcome of a hearing whose windows have all ended. */
export async function heardOf(
  artifacts: Reading,
  hearing: LongHearing,
  { attempt, windows }: HeardAll,
): Promise<HeardOutcome> {
  const { speech, damage } = await keptSpeech(artifacts, hearing, attempt);
  const heard = await keptWords(artifacts, hearing, windows);
  return { speech, damage, heard, notes: [...hearing.notes] };
}
