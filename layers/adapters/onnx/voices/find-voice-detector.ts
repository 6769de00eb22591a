import type { VoiceDetector } from '../../../app/ports/transcript/voice-detector.ts';
import { areInstalled } from '../are-installed.ts';
import { WEIGHTS } from './silero.ts';
import { sileroDetector } from './silero-detector.ts';

/** Whether voices can be told from other sound: its runtime has a build for this machine. */
export const canTellVoices = (): boolean => areInstalled('onnxruntime-node', WEIGHTS);

/** What tells voices from other sound, or undefined where its runtime has no build. */
export const findVoiceDetector = (): VoiceDetector | undefined =>
  canTellVoices() ? sileroDetector() : undefined;
