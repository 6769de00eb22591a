/** Samples of 16 kHz mono over which it is judged whether somebody speaks: 32 ms. */
export const VOICE_FRAME = 512;
