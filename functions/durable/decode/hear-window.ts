import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { findVoiceDetector } from '../../../layers/adapters/onnx/voices/find-voice-detector.ts';
import type { Binaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { ffmpegSpeech } from '../../../layers/media/speech/find-speech.ts';
import { keepSpeech, SPEECH_FILES } from '../../../layers/media/speech/keep-speech.ts';
import type { Order } from '../../compose/decode-order.ts';
import type { Opened } from './opened.ts';
import { putFile } from './put-file.ts';

/** Finds what is said in a window, and puts its samples where the order says. */
export async function hear(
  binaries: Binaries,
  { probe, window, puts }: Order & { kind: 'hear' },
  folder: string,
  signal: AbortSignal,
  opened: Opened,
): Promise<{ decoded: true }> {
  const finder = ffmpegSpeech(binaries, findVoiceDetector());
  await opened((input, reading) => keepSpeech(finder.find(input, probe, window, reading), folder));
  for (const file of SPEECH_FILES) {
    await putFile(puts[file], await openAsBlob(join(folder, file)), signal);
  }
  return { decoded: true };
}
