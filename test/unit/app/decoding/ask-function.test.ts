import { z } from 'zod';
import { askFunction } from '../../../../layers/app/decoding/ask-function.ts';
import { RefusedFile, RefusedLink } from '../../../../layers/app/decoding/decoder-answers.ts';
import { DecoderDied } from '../../../../layers/app/ports/sources/decoder.ts';
import { SourceFault } from '../../../../layers/domain/sources/source-fault.ts';

const PAUSE = {
  refused: { type: 'source_unavailable', message: 'Too many calls.', reason: 'ratelimit' },
  retryAfterSeconds: 60,
};

/** Asks a function that ends so, one try after the other. */
function asking(ends: readonly (object | Error)[], mend?: () => Promise<unknown>) {
  const orders: number[] = [];
  const ask = (refused: typeof RefusedFile | typeof RefusedLink) =>
    askFunction(
      {
        answer: z.strictObject({ seen: z.literal(true) }),
        refused,
        mend,
        orderOf: async (attempt) => orders.push(attempt),
        call: async (order) => {
          const end = ends[order - 1];
          if (end instanceof Error) throw end;
          return end;
        },
      },
      new AbortController().signal,
    );
  return { ask, orders };
}

test('a function that ends without an answer is followed by another, with an order of its own', async () => {
  const { ask, orders } = asking([new DecoderDied(), new DecoderDied(), { seen: true }]);
  expect(await ask(RefusedLink)).toEqual({ made: { seen: true }, attempt: 3 });
  expect(orders).toEqual([1, 2, 3]);
});

test('the third that ends so is the last', async () => {
  const { ask, orders } = asking([new DecoderDied(), new DecoderDied(), new DecoderDied()]);
  await expect(ask(RefusedLink)).rejects.toThrow(DecoderDied);
  expect(orders).toEqual([1, 2, 3]);
});

test('a source is mended once, and another fault of it is told', async () => {
  let mended = 0;
  const fault = new SourceFault('a block differs');
  const mend = async () => {
    mended += 1;
  };
  const { ask } = asking([fault, { seen: true }], mend);
  expect(await ask(RefusedFile)).toEqual({ made: { seen: true }, attempt: 2 });
  await expect(asking([fault, fault, { seen: true }], mend).ask(RefusedFile)).rejects.toBe(fault);
  await expect(asking([fault, { seen: true }]).ask(RefusedLink)).rejects.toBe(fault);
  expect(mended).toBe(2);
});

test('a link says when to ask again, and a file has no word in that', async () => {
  await expect(asking([PAUSE]).ask(RefusedLink)).rejects.toMatchObject({
    type: 'source_unavailable',
    detail: { reason: 'ratelimit', retryAfterSeconds: 60 },
  });
  await expect(asking([PAUSE]).ask(RefusedFile)).rejects.toThrow(z.ZodError);
});

test.each([
  ['message', 'x'.repeat(2_001)],
  ['reason', 'x'.repeat(10_000)],
  ['alternative', 'x'.repeat(10_000)],
  ['suggestion', { detail: 'x'.repeat(10_000) }],
])('a refusal whose %s is larger than any of ours is none', async (member, value) => {
  const { ask } = asking([
    { refused: { type: 'no_video_stream', message: 'No picture.', [member]: value } },
  ]);
  await expect(ask(RefusedFile)).rejects.toThrow(z.ZodError);
});
