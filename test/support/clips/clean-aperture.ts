import { readFile, writeFile } from 'node:fs/promises';

/** Boxes within each other, the outermost first, down to the list of kinds of samples. */
const AROUND = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'];
const HEADER = 4;
/** Size, name, and four fractions of two numbers each. */
const CLAP_BYTES = 8 + 4 * 2 * 4;

/** A part of the picture, by its size and how far its middle lies from that of the picture. */
interface Aperture {
  readonly width: number;
  readonly height: number;
  readonly right: number;
  readonly down: number;
}

/** A mp4 of H.264 that says which part of its picture is to be shown (ISO/IEC 14496-12, 12.1.4). */
function withAperture(mp4: Buffer, { width, height, right, down }: Aperture): Buffer {
  const clap = Buffer.alloc(CLAP_BYTES);
  clap.writeUInt32BE(CLAP_BYTES);
  clap.write('clap', HEADER);
  for (const [i, value] of [width, 1, height, 1, right, 1, down, 1].entries()) {
    clap.writeInt32BE(value, 2 * HEADER + 4 * i);
  }
  const sizes = AROUND.map((name) => mp4.indexOf(name) - HEADER);
  const sample = mp4.indexOf('avc1', sizes.at(-1)) - HEADER;
  const end = sample + mp4.readUInt32BE(sample);
  const larger = Buffer.from(mp4);
  for (const at of [...sizes, sample]) larger.writeUInt32BE(mp4.readUInt32BE(at) + CLAP_BYTES, at);
  return Buffer.concat([larger.subarray(0, end), clap, larger.subarray(end)]);
}

/** Copies a mp4 whose index lies behind its pictures, so that places of these stay. */
export const apertureFile = async (input: string, aperture: Aperture, output: string) =>
  writeFile(output, withAperture(await readFile(input), aperture));
