import { readFile, writeFile } from 'node:fs/promises';
import { ffmpeg } from './ffmpeg.ts';
import { quickFfmpeg } from './quick-ffmpeg.ts';

const RATE = 30;
/** Control codes of CEA-608, channel 1. */
const [LOAD, CLEAR, SHOW, ROLL_UP_2, RETURN, ROW_15] = [
  [0x14, 0x20],
  [0x14, 0x2c],
  [0x14, 0x2f],
  [0x14, 0x25],
  [0x14, 0x2d],
  [0x14, 0x70],
] as const;

/** What a triplet of caption data is for: the fields of CEA-608, or a packet of CEA-708 and more of it. */
const [FIELD_1, FIELD_2, PACKET, MORE] = [0xfc, 0xfd, 0xff, 0xfe];

type Pair = readonly [number, number, kind?: number];
type Scheduled = Map<number, Pair>;

/** Bytes travel with odd parity. */
const withParity = (byte: number): number =>
  byte | (byte.toString(2).replaceAll('0', '').length % 2 === 0 ? 0x80 : 0);

const lettersOf = (text: string): Pair[] =>
  (text.match(/.{1,2}/gs) ?? []).map(([one = ' ', two = '\0']) => [
    one.charCodeAt(0),
    two.charCodeAt(0),
  ]);

/**
 * One pair a frame, as the standard has it; the last one shows at the second. Control codes are
 * sent twice.
 */
function schedule(plan: Scheduled, shownAt: number, pairs: readonly Pair[]): void {
  const last = Math.round(shownAt * RATE);
  for (const [at, pair] of pairs.entries()) plan.set(last - pairs.length + 1 + at, pair);
}

interface Caption {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Captions that pop on: each is loaded unseen, then shown, then cleared. */
export function popOn(captions: readonly Caption[]): Scheduled {
  const plan: Scheduled = new Map();
  for (const { start, end, text } of captions) {
    schedule(plan, start, [LOAD, LOAD, ROW_15, ROW_15, ...lettersOf(text), SHOW]);
    schedule(plan, end, [CLEAR]);
  }
  return plan;
}

/** The same in the second channel of field 1. */
export const popOnSecond = (captions: readonly Caption[]): Scheduled =>
  inOther(popOn(captions), ([one, two]) => [one < 0x20 ? one | 0x08 : one, two]);

/** The same in field 2, whose control codes are its own. */
export const popOnField2 = (captions: readonly Caption[]): Scheduled =>
  inOther(popOn(captions), ([one, two]) => [one === 0x14 ? 0x15 : one, two, FIELD_2]);

const inOther = (plan: Scheduled, to: (pair: Pair) => Pair): Scheduled =>
  new Map([...plan].map(([frame, pair]) => [frame, to(pair)]));

/** A text that one packet of CEA-708 has for its first service. */
export function asService(at: number, text: string): Scheduled {
  const block = [(1 << 5) | text.length, ...Buffer.from(text)];
  const packet = [Math.ceil((1 + block.length) / 2), ...block, 0];
  const plan: Scheduled = new Map();
  for (let pair = 0; pair < packet.length >> 1; pair++) {
    const [one = 0, two = 0] = packet.slice(2 * pair);
    plan.set(Math.round(at * RATE) + pair, [one, two, pair === 0 ? PACKET : MORE]);
  }
  return plan;
}

/** Lines that roll up, two of which are seen. Each begins at its second. */
export function rollUp(lines: readonly { start: number; text: string }[], end: number): Scheduled {
  const plan: Scheduled = new Map();
  for (const { start, text } of lines) {
    const pairs = [ROLL_UP_2, ROLL_UP_2, RETURN, ROW_15, ...lettersOf(text)];
    for (const [at, pair] of pairs.entries()) plan.set(Math.round(start * RATE) + at, pair);
  }
  schedule(plan, end, [CLEAR]);
  return plan;
}

/**
 * How a codec writes a picture's supplemental information, and the delimiter that begins a picture.
 */
interface Form {
  readonly kind: 'h264' | 'hevc';
  readonly delimiter: Buffer;
  /** Header of the unit, before its payload. */
  readonly unit: readonly number[];
  readonly encode: readonly string[];
}

const H264: Form = {
  kind: 'h264',
  delimiter: Buffer.from([0, 0, 0, 1, 0x09]),
  unit: [0x06],
  encode: ['-c:v', 'libx264', '-bf', '0', '-x264-params', 'aud=1', '-bsf:v', 'h264_metadata'],
};
const HEVC: Form = {
  kind: 'hevc',
  delimiter: Buffer.from([0, 0, 0, 1, 0x46, 0x01]),
  unit: [0x4e, 0x01],
  encode: ['-c:v', 'libx265', '-x265-params', 'aud=1:bframes=0:log-level=none'],
};

/** Supplemental information with ATSC A/53 caption data; frames without captions carry padding. */
function captionUnit({ unit }: Form, [one, two, kind = FIELD_1]: Pair): Buffer {
  const data = [0xb5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03, 0xc2, 0xff];
  const isLine21 = kind === FIELD_1 || kind === FIELD_2;
  data.push(
    kind,
    ...[one, two].map((byte) => (isLine21 ? withParity(byte) : byte)),
    0xfa,
    0x00,
    0x00,
    0xff,
  );
  return Buffer.from([0, 0, 0, 1, ...unit, 0x04, data.length, ...escaped(data), 0x80]);
}

/** As the standard has it, no three bytes in a unit look like a start code. */
function escaped(data: readonly number[]): number[] {
  const safe: number[] = [];
  for (const byte of data) {
    if (byte <= 3 && safe.at(-1) === 0 && safe.at(-2) === 0) safe.push(3);
    safe.push(byte);
  }
  return safe;
}

/**
 * Makes a video of some seconds whose pictures carry captions, as the codec of the further
 * arguments; by default as H.264 whose frames are not in the order in which they are shown.
 */
export async function captionedClip(
  file: string,
  seconds: number,
  plan: Scheduled,
  codec: readonly string[] = ['-c:v', 'libx264', '-a53cc', '1', '-bf', '3', '-g', '30'],
): Promise<void> {
  await markedClip(H264, file, seconds, plan, codec);
}

/** The same as HEVC, whose frames come in the order in which they are shown. */
export const captionedHevcClip = (file: string, seconds: number, plan: Scheduled): Promise<void> =>
  markedClip(HEVC, file, seconds, plan, ['-c', 'copy']);

async function markedClip(
  form: Form,
  file: string,
  seconds: number,
  plan: Scheduled,
  codec: readonly string[],
): Promise<void> {
  const { kind, delimiter, encode } = form;
  const [plain, marked] = [`${file}.plain.${kind}`, `${file}.marked.${kind}`];
  const source = `testsrc2=d=${seconds}:s=160x120:r=${RATE}`;
  const picture = ['-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', '-preset', 'ultrafast'];
  await quickFfmpeg(...picture, ...encode, '-f', kind, plain);
  const bytes = await readFile(plain);
  const parts: Buffer[] = [];
  let frame = 0;
  for (let at = bytes.indexOf(delimiter); at >= 0; frame++) {
    const next = bytes.indexOf(delimiter, at + delimiter.length);
    // A delimiter has one byte of its own.
    const body = at + delimiter.length + 1;
    parts.push(bytes.subarray(at, body), captionUnit(form, plan.get(frame) ?? [0, 0]));
    parts.push(bytes.subarray(body, next < 0 ? undefined : next));
    at = next;
  }
  await writeFile(marked, Buffer.concat(parts));
  // The packaged build writes no captions into MPEG-2.
  const make = codec.includes('mpeg2video') ? ffmpeg : quickFfmpeg;
  await make('-f', kind, '-r', String(RATE), '-i', marked, ...codec, file);
}

const [GROUP_OF_PICTURES, USER_DATA] = [
  [0, 0, 1, 0xb8],
  [0, 0, 1, 0xb2],
];
/** A group of pictures in them, which is half a second. */
const GROUP = 15;
/** Behind its start code. */
const HEADER_BYTES = 4;

/** The same as MPEG-2 of a disc, where each group of pictures begins with the captions of all. */
export async function captionedDisc(file: string, seconds: number, plan: Scheduled): Promise<void> {
  const plain = `${file}.plain.m2v`;
  const source = `testsrc2=d=${seconds}:s=160x120:r=30000/1001`;
  const encode = [
    '-c:v',
    'mpeg2video',
    '-bf',
    '0',
    '-g',
    String(GROUP),
    '-sc_threshold',
    '1000000000',
  ];
  await quickFfmpeg('-f', 'lavfi', '-i', source, ...encode, plain);
  const bytes = await readFile(plain);
  const parts: Buffer[] = [];
  let [from, group] = [0, 0];
  for (let at = bytes.indexOf(Buffer.from(GROUP_OF_PICTURES)); at >= 0; group++) {
    const behind = at + GROUP_OF_PICTURES.length + HEADER_BYTES;
    const blocks = Array.from({ length: GROUP }, (_, n) => {
      const [one, two] = plan.get(group * GROUP + n) ?? [0, 0];
      return [0xff, withParity(one), withParity(two), 0xfe, 0x80, 0x80];
    });
    const count = 0x80 | (GROUP << 1);
    parts.push(bytes.subarray(from, behind));
    parts.push(Buffer.from([...USER_DATA, 0x43, 0x43, 0x01, 0xf8, count, ...blocks.flat()]));
    from = behind;
    at = bytes.indexOf(Buffer.from(GROUP_OF_PICTURES), behind);
  }
  const marked = `${file}.marked.m2v`;
  await writeFile(marked, Buffer.concat([...parts, bytes.subarray(from)]));
  await quickFfmpeg('-fflags', '+genpts', '-i', marked, '-c', 'copy', file);
}
