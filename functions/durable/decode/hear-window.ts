import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { findVoiceDetector } from '../../../layers/adapters/onnx/voices/find-voice-detector.ts';
import type { Given } from '../../../layers/app/decoding/given-file.ts';
import { headOf } from '../../../layers/app/decoding/told-file.ts';
import { embeddedCaptions } from '../../../layers/media/captions/read-captions.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { keepSpeech, SPEECH_FILES } from '../../../layers/media/speech/keep-speech.ts';
import type { Order } from '../../compose/durable/decode-order.ts';
import { giveFile } from '../../compose/durable/give-file.ts';
import { putFile } from '../../compose/durable/put-file.ts';
import type { Means } from './means.ts';

/** Reads captions into a file. */
export async function readCaptions(
  { probe, language, window, put }: Order & { kind: 'captions' },
  { binaries, signal, opened }: Means,
): Promise<z.infer<typeof Given>> {
  const reader = embeddedCaptions(binaries);
  const found = await opened((input, reading) =>
    reader.captions(input, probe, { language, window }, reading),
  );
  return giveFile(new Blob([headOf(found ?? null)]), put, signal);
}

/** Finds what is said in a window, and writes its samples into a file. */
export async function findSpeech(
  { probe, window, put }: Order & { kind: 'speech' },
  { binaries, folder, signal, opened }: Means,
): Promise<z.infer<typeof Given>> {
  const finder = ffmpegSpeech(binaries, findVoiceDetector());
  await opened((input, reading) => keepSpeech(finder.find(input, probe, window, reading), folder));
  const [sound, record] = SPEECH_FILES;
  const head = headOf(JSON.parse(await readFile(join(folder, record), 'utf8')));
  return giveFile(new Blob([head, await openAsBlob(join(folder, sound))]), put, signal);
}

/** Finds what is said in a window, and puts its samples where the order says. */
export async function hear(
  { probe, window, puts }: Order & { kind: 'hear' },
  { binaries, folder, signal, opened }: Means,
): Promise<{ decoded: true }> {
  const finder = ffmpegSpeech(binaries, findVoiceDetector());
  await opened((input, reading) => keepSpeech(finder.find(input, probe, window, reading), folder));
  for (const file of SPEECH_FILES) {
    await putFile(puts[file], join(folder, file), signal);
  }
  return { decoded: true };
}
