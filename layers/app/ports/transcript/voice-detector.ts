/** Tells voices from all other sound. */
export interface VoiceDetector {
  readonly name: string;
  /** Begins to listen to a sound. */
  listen(): VoiceListener;
}

export interface VoiceListener {
  /**
   * How likely somebody is heard, 0 to 1, in each `VOICE_FRAME` of the samples that come next; what
   * came before is remembered. Asked one after another.
   * @param samples 16 kHz mono; whole frames, but for the last one of the sound
   */
  hear(samples: Int16Array): Promise<Float32Array>;
}
