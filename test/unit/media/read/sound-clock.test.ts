import type { Window } from '../../../../layers/domain/window.ts';
import { faultIn } from '../../../../layers/media/read/faults.ts';
import { SoundClock, soundDamage } from '../../../../layers/media/read/sound-clock.ts';

/** What is told of ten seconds of sound, by the messages of its read. */
function silentBy(messages: readonly string[], lost: readonly Window[]): readonly Window[] {
  const clock = new SoundClock();
  for (const line of messages) clock.line(line, faultIn(line, 0));
  return soundDamage(clock.log, [0, 10], 0, 10, lost).silent;
}

const BEGINS = ['[warning] nan', '[warning] 0.000000'];
const JUMPS = ['[warning] 3.500000', '[warning] 4.250000'];
const PICTURE_FAULT = '[h264 @ 0x1] [error] error while decoding MB 11 7, bytestream 323';
const SOUND_FAULT = '[aac @ 0x1] [error] channel element 0.0 is not allocated';

test('sound that is missing behind a fault of its own is damage', () => {
  expect(silentBy([...BEGINS, SOUND_FAULT, ...JUMPS], [])).toEqual([[3.5, 4.25]]);
});

test('sound that begins late behind a fault is missing from the beginning, and a record can hold that', () => {
  const clock = new SoundClock();
  for (const line of ['[warning] nan', SOUND_FAULT, '[warning] 2.000000']) {
    clock.line(line, faultIn(line, 0));
  }
  expect(JSON.parse(JSON.stringify(clock.log))).toEqual(clock.log);
  expect(soundDamage(clock.log, [0, 10], 0, 10).silent).toEqual([[0, 2]]);
});

test('jumps that take no word away are not kept, however many come', () => {
  const clock = new SoundClock();
  for (let at = 1; at < 5000; at++) {
    for (const second of [at, at + 0.09]) clock.line(`[warning] ${second.toFixed(6)}`, undefined);
  }
  expect(clock.log.jumps).toEqual([]);
});

test('sound that is missing without one is damage where pictures were lost, told beside it or not', () => {
  const lost: Window[] = [[4, 4.4]];
  for (const messages of [
    [...BEGINS, ...JUMPS],
    [...BEGINS, PICTURE_FAULT, ...JUMPS],
  ]) {
    expect(silentBy(messages, lost)).toEqual([[3.5, 4.25]]);
    expect(silentBy(messages, [])).toEqual([]);
    expect(silentBy(messages, [[5, 6]])).toEqual([]);
  }
});
