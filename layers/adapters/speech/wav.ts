const HEADER_BYTES = 44;
const SAMPLE_RATE = 16_000;

/** A WAVE file of 16 kHz mono samples. */
export function wavOf(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + samples.byteLength);
  const view = new DataView(file.buffer);
  const text = (at: number, name: string) => file.set(new TextEncoder().encode(name), at);
  text(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.byteLength, true);
  for (const [at, sample] of samples.entries()) view.setInt16(HEADER_BYTES + 2 * at, sample, true);
  return file;
}
