import { readFile, writeFile } from 'node:fs/promises';
import { quickFfmpeg } from './quick-ffmpeg.ts';

const PACKET = 188;
const [PMT_PID, PICTURE_PID, TEXT_PID] = [0x1000, 0x100, 0x101];
/** Hamming 8/4 code words. ETS 300 706, 8.2. */
const HAMMING = [
  0x15, 0x02, 0x49, 0x5e, 0x64, 0x73, 0x38, 0x2f, 0xd0, 0xc7, 0x8c, 0x9b, 0xa1, 0xb6, 0xfd, 0xea,
];
const hamming = (...nibbles: number[]) => nibbles.map((nibble) => HAMMING[nibble & 15] ?? 0);
const odd = (byte: number) =>
  byte | (byte.toString(2).replaceAll('0', '').length % 2 === 0 ? 0x80 : 0);
const reversed = (byte: number) =>
  Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2);
const letters = (text: string, length: number) =>
  [...text.padEnd(length)].map((letter) => odd(letter.charCodeAt(0)));

/**
 * The header of a page of magazine 8: a subtitle, erased before it is written anew, whose header is
 * not shown.
 */
const header = (tens: number, units: number) => [
  ...hamming(0, 0),
  ...hamming(units, tens, 0, 8, 0, 8, 1, 1),
  ...letters('', 32),
];
/** A row in a box, which is laid over the picture. */
const row = (number: number, text: string) => [
  ...hamming((number & 1) << 3, number >> 1),
  ...letters(`\x0b\x0b${text}\x0a\x0a`, 40),
];

/** ETSI EN 300 472: each line of 42 bytes, the first bit last. */
const unit = (line: readonly number[]) => [0x03, 0x2c, 0xe7, 0xe4, ...line.map(reversed)];

/** Shows a page at a time of the 90 kHz clock; without text it is cleared. */
function pagePackets(text: string | undefined, pts: number): number[] {
  const lines = [header(8, 8), ...(text === undefined ? [] : [row(22, text)])];
  // The next header, of a page that is none, ends the page.
  const units = [...lines, header(15, 15)].flatMap(unit);
  const at = [
    0x21 | (Math.floor(pts / 2 ** 30) << 1),
    Math.floor(pts / 2 ** 22) & 0xff,
    0x01 | ((Math.floor(pts / 2 ** 15) & 0x7f) << 1),
    Math.floor(pts / 2 ** 7) & 0xff,
    0x01 | ((pts & 0x7f) << 1),
  ];
  const stuffing = new Array(0x24 - at.length).fill(0xff);
  const body = [0x84, 0x80, 0x24, ...at, ...stuffing, 0x10, ...units];
  // Filled up to whole packets with units that say nothing.
  while ((6 + body.length) % 184 !== 0) body.push(0xff, 0x2c, ...new Array(44).fill(0xff));
  return [0, 0, 1, 0xbd, body.length >> 8, body.length & 0xff, ...body];
}

let counter = 0;
function transport(pid: number, payload: readonly number[]): Buffer {
  const packets: Buffer[] = [];
  for (let at = 0; at < payload.length; at += 184) {
    const part = payload.slice(at, at + 184);
    const start = at === 0 ? 0x40 : 0;
    const head = [0x47, start | (pid >> 8), pid & 0xff, 0x10 | (counter++ & 15)];
    packets.push(Buffer.from([...head, ...part, ...new Array(184 - part.length).fill(0xff)]));
  }
  return Buffer.concat(packets);
}

/** A table of streams that also names the teletext, as German subtitles on page 888. */
function streamTable(): number[] {
  const descriptor = [0x56, 5, 0x64, 0x65, 0x75, (2 << 3) | 0, 0x88];
  const streams = [
    0x1b,
    0xe0 | (PICTURE_PID >> 8),
    PICTURE_PID & 0xff,
    0xf0,
    0,
    0x06,
    0xe0 | (TEXT_PID >> 8),
    TEXT_PID & 0xff,
    0xf0,
    descriptor.length,
    ...descriptor,
  ];
  const length = 9 + streams.length + 4;
  const table = [0x02, 0xb0, length, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, ...streams];
  let crc = 0xffffffff;
  for (const byte of table) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return [0, ...table, crc >>> 24, (crc >>> 16) & 0xff, (crc >>> 8) & 0xff, crc & 0xff];
}

/** Second of the clock that a packet carries. */
function clockOf(packet: Buffer): number | undefined {
  const carries = ((packet[3] ?? 0) & 0x20) !== 0 && (packet[4] ?? 0) > 0;
  return carries && ((packet[5] ?? 0) & 0x10) !== 0
    ? (packet.readUInt32BE(6) * 2) / 90_000
    : undefined;
}

/** Makes a transport stream of some seconds with teletext subtitles. */
export async function teletextClip(
  file: string,
  seconds: number,
  captions: readonly { start: number; end: number; text: string }[],
): Promise<void> {
  const plain = `${file}.plain.ts`;
  const picture = ['-f', 'lavfi', '-i', `testsrc2=d=${seconds}:s=160x120:r=25`];
  const clock = ['-muxdelay', '0', '-muxpreload', '0'];
  await quickFfmpeg(...picture, '-c:v', 'libx264', '-bf', '0', ...clock, plain);
  const bytes = await readFile(plain);
  const pages = captions.flatMap(({ start, end, text }) => [
    { at: start, text },
    { at: end, text: undefined },
  ]);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += PACKET) {
    const one = bytes.subarray(at, at + PACKET);
    const pid = ((one[1] ?? 0) & 0x1f) * 256 + (one[2] ?? 0);
    parts.push(pid === PMT_PID ? transport(PMT_PID, streamTable()) : one);
    const clock = clockOf(one) ?? Number.NEGATIVE_INFINITY;
    // Text comes a little before its time, as demuxers expect.
    while (pages[0] && pages[0].at - 0.1 <= clock) {
      const [page] = pages.splice(0, 1);
      if (page) parts.push(transport(TEXT_PID, pagePackets(page.text, page.at * 90_000)));
    }
  }
  await writeFile(file, Buffer.concat(parts));
}
