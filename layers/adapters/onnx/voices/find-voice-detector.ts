import type { VoiceDetector } from '../../../app/ports/transcript/voice-detector.ts';
import { areInstalled } from '../are-installed.ts';
import { WEIGHTS } from './silero.ts';
import { sileroDetector } from './silero-detector.ts';

/** What tells voices from other sound, or undefined where its runtime has no build. */
export const findVoiceDetector = (): VoiceDetector | undefined =>
  areInstalled('onnxruntime-node', WEIGHTS) ? sileroDetector() : undefined;
