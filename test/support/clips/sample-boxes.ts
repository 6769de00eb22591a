import { readFile, writeFile } from 'node:fs/promises';

/** Boxes within each other, the outermost first, down to the list of kinds of samples. */
const AROUND = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'];
const HEADER = 4;
/** Size, name, and four fractions of two numbers each. */
const CLAP_BYTES = 8 + 4 * 2 * 4;
/** Size, name and a record of 24 bytes. */
const DOLBY_BYTES = 8 + 24;

/** A part of the picture, by its size and how far its middle lies from that of the picture. */
interface Aperture {
  readonly width: number;
  readonly height: number;
  readonly right: number;
  readonly down: number;
}

/** A mp4 of H.264 with one more box in the description of its pictures. */
function withBox(mp4: Buffer, box: Buffer): Buffer {
  const sizes = AROUND.map((name) => mp4.indexOf(name) - HEADER);
  const sample = mp4.indexOf('avc1', sizes.at(-1)) - HEADER;
  const end = sample + mp4.readUInt32BE(sample);
  const larger = Buffer.from(mp4);
  for (const at of [...sizes, sample]) larger.writeUInt32BE(mp4.readUInt32BE(at) + box.length, at);
  return Buffer.concat([larger.subarray(0, end), box, larger.subarray(end)]);
}

function boxOf(name: string, bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes);
  box.write(name, HEADER);
  return box;
}

/** Which part of a picture is to be shown (ISO/IEC 14496-12, 12.1.4). */
function clapOf({ width, height, right, down }: Aperture): Buffer {
  const clap = boxOf('clap', CLAP_BYTES);
  for (const [i, value] of [width, 1, height, 1, right, 1, down, 1].entries()) {
    clap.writeInt32BE(value, 2 * HEADER + 4 * i);
  }
  return clap;
}

/** That a picture is Dolby Vision, which nobody else can show where `compatible` is 0. */
function dolbyOf(profile: number, compatible: number): Buffer {
  const dolby = boxOf('dvcC', DOLBY_BYTES);
  const level = 6;
  // Version 1.0, then what there is: data of its own, and the picture.
  dolby.writeUInt8(1, 2 * HEADER);
  dolby.writeUInt16BE((profile << 9) | (level << 3) | 0b101, 2 * HEADER + 2);
  dolby.writeUInt8(compatible << 4, 2 * HEADER + 4);
  return dolby;
}

/** Copies a mp4 whose index lies behind its pictures, so that places of these stay. */
export const apertureFile = async (input: string, aperture: Aperture, output: string) =>
  writeFile(output, withBox(await readFile(input), clapOf(aperture)));

/** The same for a picture that says of itself that it is Dolby Vision. */
export const dolbyFile = async (
  input: string,
  { profile, compatible }: { readonly profile: number; readonly compatible: number },
  output: string,
) => writeFile(output, withBox(await readFile(input), dolbyOf(profile, compatible)));
