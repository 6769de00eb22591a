import { fileTape } from '../../../../layers/media/speech/sound-tape.ts';

const second = (value: number) => new Int16Array(16_000).fill(value);

test('what is written is played, whole and in order, however late it is listened to', async () => {
  const tape = fileTape();
  for (let at = 0; at < 30; at++) tape.write(second(at));
  tape.write(Int16Array.of(1, 2, 3));
  tape.end();
  const played: number[] = [];
  for await (const samples of tape.play()) for (const sample of samples) played.push(sample);
  tape.discard();
  expect(played).toHaveLength(30 * 16_000 + 3);
  expect(played.indexOf(29)).toBe(29 * 16_000);
  expect(played.slice(-3)).toEqual([1, 2, 3]);
});

test('whoever listens waits for what is not written yet', async () => {
  const tape = fileTape();
  const listening = (async () => {
    let samples = 0;
    for await (const part of tape.play()) samples += part.length;
    return samples;
  })();
  for (let at = 0; at < 9; at++) {
    tape.write(second(at));
    await new Promise(setImmediate);
  }
  tape.end();
  expect(await listening).toBe(9 * 16_000);
});

test('whoever writes never waits, and holds little', () => {
  const tape = fileTape();
  const samples = second(1);
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 600; at++) tape.write(samples);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  tape.discard();
});

test('who listens to a discarded tape is told, also while waiting; writing on does no harm', async () => {
  const tape = fileTape();
  const listening = tape.play()[Symbol.asyncIterator]().next();
  tape.discard();
  tape.write(second(1));
  tape.end();
  await expect(listening).rejects.toThrow('discarded');
});
