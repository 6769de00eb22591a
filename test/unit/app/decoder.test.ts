import { newId } from '../../../layers/adapters/system/clock.ts';
import { makeDecoder } from '../../../layers/app/decoding/decoder.ts';
import { readDrawn } from '../../../layers/app/decoding/drawn-file.ts';
import { headOf } from '../../../layers/app/decoding/told-file.ts';
import { DecoderDied } from '../../../layers/app/ports/sources/decoder.ts';
import type { DrawnRead } from '../../../layers/domain/frames/drawn-read.ts';
import { TECHNICAL_SKIPPED } from '../../../layers/domain/frames/technical.ts';
import { NO_DAMAGE } from '../../../layers/domain/sources/damage.ts';

const never = new AbortController().signal;
const MEDIA = { source_key: 'orgs/o/videos/v/upl_1.mp4', size_bytes: 9, sha256: null };
const STORED = { source: { version: undefined, stored: MEDIA }, place: 'p/' };
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);
const READ: DrawnRead = {
  soundBytes: 4,
  sheets: [{ page: 1, frameTimes: [0], width: 8, height: 8, bytes: JPEG.length }],
  measured: { technical: TECHNICAL_SKIPPED, damage: { ...NO_DAMAGE, ...lists() }, notes: [] },
};

function lists() {
  return { lost: [], absent: [], doubtful: [], twice: [], resized: [], silent: [] };
}

/** Calls of a function that answers as it likes, and what they read and wrote. */
const answering = (...answers: readonly unknown[]) => {
  const left = [...answers];
  return makeDecoder({
    mend: async () => undefined,
    newId,
    wait: async () => undefined,
    call: async () => {
      const answer = left.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    artifacts: {
      get: async () => undefined,
      put: async () => undefined,
      read: async () => undefined,
      signedUrl: async (key) => `http://store.example/${key}`,
      deletePrefix: async () => undefined,
    },
    direct: {
      addressSeconds: async (asked) => asked,
      signPut: async (key) => ({ url: `http://store.example/${key}`, headers: {} }),
    },
  });
};

const fileOf = (...parts: readonly Uint8Array[]) => Buffer.concat(parts).toString('base64');

async function drawn(file: unknown) {
  const decoder = answering(file);
  const drawing = decoder.draw(STORED, {} as never, {} as never, never);
  const sheets = [];
  for (;;) {
    const { value, done } = await drawing.next();
    if (done) return { sheets, measured: value };
    sheets.push(value);
  }
}

test('what a decoder drew comes as it was drawn', async () => {
  const file = fileOf(headOf(READ), new Uint8Array(4), JPEG);
  const { sheets, measured } = await drawn({ file: file });
  expect(sheets).toEqual([
    { page: 1, frameTimes: [0], width: 8, height: 8, jpeg: Buffer.from(JPEG) },
  ]);
  expect(measured).toEqual(READ.measured);
});

test('the sound comes in order, however the bytes are cut into pieces', async () => {
  const samples = Int16Array.from({ length: 100_000 }, (_, i) => i);
  const read = { ...READ, soundBytes: samples.byteLength };
  const all = Buffer.concat([headOf(read), new Uint8Array(samples.buffer), JPEG]);
  const pieces = async function* () {
    for (let at = 0; at < all.length; at += 1001) yield all.subarray(at, at + 1001);
  };
  const heard: number[] = [];
  const reading = readDrawn(pieces(), { write: (some) => void heard.push(...some) });
  expect((await reading.next()).value).toMatchObject({ page: 1, jpeg: Buffer.from(JPEG) });
  expect(heard).toEqual([...samples]);
});

/** A head that no decoder of ours writes. */
function lied(read: object): Uint8Array {
  const told = new TextEncoder().encode(JSON.stringify(read));
  const head = new Uint8Array(4 + told.length);
  new DataView(head.buffer).setUint32(0, told.length);
  head.set(told, 4);
  return head;
}
const sheetOf = (more: object) => ({ ...READ, sheets: [{ ...READ.sheets[0], ...more }] });
const SOUND = new Uint8Array(4);

test.each<[string, unknown]>([
  ['no file', { file: 'AA==' }],
  ['more than it gives', { file: fileOf(headOf(READ), SOUND) }],
  ['a head of 4 GB', { file: fileOf(Uint8Array.of(255, 255, 255, 255)) }],
  [
    'a picture of another kind',
    {
      file: fileOf(
        headOf(READ),
        SOUND,
        JPEG.map((b) => b ^ 1),
      ),
    },
  ],
  ['a sheet of 5 GB', { file: fileOf(lied(sheetOf({ bytes: 5e9 })), SOUND, JPEG) }],
  ['a sheet of no size', { file: fileOf(lied(sheetOf({ width: -1 })), SOUND, JPEG) }],
  ['a sound of a year', { file: fileOf(lied({ ...READ, soundBytes: 1e12 })) }],
  ['members of its own', { file: fileOf(lied({ ...READ, orgId: 'org_2' }), SOUND, JPEG) }],
  ['what is in the store, where nothing is', { file: null }],
  ['another answer', { key: 'orgs/other' }],
  ['nothing', null],
  ['that the caller is to pay', { refused: { type: 'insufficient_credits', message: 'Pay.' } }],
  ['a message without an end', { refused: { type: 'no_video_stream', message: '!'.repeat(1e6) } }],
])('a decoder that was taken over and answers %s gives no result', async (_, answer) => {
  await expect(drawn(answer)).rejects.not.toMatchObject({ name: 'DomainError' });
});

test('a file that it refuses is refused in its words', async () => {
  const refused = { type: 'no_video_stream', message: 'This file holds sound but no picture.' };
  await expect(answering({ refused }).probe(MEDIA, never)).rejects.toMatchObject(refused);
});

test('three decoders that die of a source are a fault, and a fourth is not asked', async () => {
  const died = new DecoderDied('SIGKILL');
  const decoder = answering(died, died, died, { refused: {} });
  await expect(decoder.probe(MEDIA, never)).rejects.toMatchObject({ name: 'SourceFault' });
});
