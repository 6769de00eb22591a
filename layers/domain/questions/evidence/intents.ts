import { FILE_INTENTS } from './file-intents.ts';
import type { Intent } from './intent.ts';
import { SIGNAL_INTENTS } from './signal-intents.ts';
import { STORED_FILE_INTENTS } from './stored-file-intents.ts';
import { TECHNICAL_INTENTS } from './technical-intents.ts';
import { UNMEASURED_INTENTS } from './unmeasured-intents.ts';
import { VOICE_INTENTS } from './voice-intents.ts';
import { WRITING_INTENTS } from './writing-intents.ts';

/** In the order in which they are tried: what is special comes before what is general. */
export const INTENTS: readonly Intent[] = [
  ...FILE_INTENTS,
  ...STORED_FILE_INTENTS,
  ...UNMEASURED_INTENTS,
  ...TECHNICAL_INTENTS,
  ...SIGNAL_INTENTS,
  ...VOICE_INTENTS,
  ...WRITING_INTENTS,
];

/** What holds of the file, whatever stretch of it is asked about. */
export const OF_FILE: ReadonlySet<string> = new Set(
  [...FILE_INTENTS, ...STORED_FILE_INTENTS].map(({ name }) => name),
);
