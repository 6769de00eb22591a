import type { Window } from '../../../../layers/domain/window.ts';
import { faultIn } from '../../../../layers/media/read/faults.ts';
import { longPause, SoundClock, soundDamage } from '../../../../layers/media/read/sound-clock.ts';

/** How ffmpeg tells of a second; NaN is none. */
const told = (second: number) =>
  `[info] ${(-2e9 - (Number.isNaN(second) ? 9e13 : second)).toFixed(6)}`;

/** What is told of ten seconds of sound, by the messages of its read. */
function silentBy(messages: readonly string[], lost: readonly Window[]): readonly Window[] {
  const clock = new SoundClock();
  for (const line of messages) clock.line(line, faultIn(line, 0));
  return soundDamage(clock.log(), { window: [0, 10], origin: 0, duration: 10, heard: 10, lost })
    .silent;
}

const BEGINS = [told(Number.NaN), told(0)];
const JUMPS = [told(3.5), told(4.25)];
const PICTURE_FAULT = '[h264 @ 0x1] [error] error while decoding MB 11 7, bytestream 323';
const SOUND_FAULT = '[aac @ 0x1] [error] channel element 0.0 is not allocated';

test('sound that is missing behind a fault of its own is damage', () => {
  expect(silentBy([...BEGINS, SOUND_FAULT, ...JUMPS], [])).toEqual([[3.5, 4.25]]);
});

test('sound that begins late behind a fault is missing from the beginning, and a record can hold that', () => {
  const clock = new SoundClock();
  for (const line of [told(Number.NaN), SOUND_FAULT, told(2)]) {
    clock.line(line, faultIn(line, 0));
  }
  expect(JSON.parse(JSON.stringify(clock.log()))).toEqual(clock.log());
  expect(
    soundDamage(clock.log(), { window: [0, 10], origin: 0, duration: 10, heard: 10 }).silent,
  ).toEqual([[0, 2]]);
});

test('jumps that take no word away are not kept, however many come', () => {
  const clock = new SoundClock();
  for (let at = 1; at < 5000; at++) {
    for (const second of [at, at + 0.09]) clock.line(told(second), undefined);
  }
  expect(clock.log().jumps).toEqual([]);
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

test('a pause of hours is known, by which a decoder that ran out of memory is explained', () => {
  const pauses = (to: number) => {
    const clock = new SoundClock();
    for (const line of [...BEGINS, told(12), told(to)]) {
      clock.line(line, faultIn(line, 0));
    }
    return longPause(clock.log(), [0, 20_000], 10);
  };
  expect(pauses(18012)).toEqual([2, 18002]);
  expect(pauses(1800)).toBeUndefined();
});

/** What comes twice by the messages of a read, where a graph ended that another followed. */
function twiceBy(seconds: readonly number[], ends: readonly number[] = []): readonly Window[] {
  const clock = new SoundClock();
  for (const line of [...BEGINS, ...seconds.map(told)]) {
    clock.line(line, faultIn(line, 0));
  }
  return clock.log(ends).twice;
}

test('what comes twice is what the clock of the sound steps back over', () => {
  expect(twiceBy([8, 7])).toEqual([[7, 8]]);
  expect(twiceBy([8, 7.95])).toEqual([]);
  // In another form than before.
  expect(twiceBy([Number.NaN, 2], [8])).toEqual([[2, 8]]);
  // Twice in a row, as of FLAC files that were put one behind the other.
  expect(twiceBy([5.642449, 0.10449, 0.20898, 0])).toEqual([[0, 5.642449]]);
});

test('nothing comes twice behind a time that leaps ahead, or where one packet has an early one', () => {
  expect(twiceBy([3, 9, 9.02, 3.02])).toEqual([]);
  expect(twiceBy([8, 7.4, 7.42, 8.02])).toEqual([]);
  expect(twiceBy([8, 7.4, Number.NaN, 8.02], [8])).toEqual([]);
});

test('sound in another form is missing from where it ended in the one before', () => {
  const clock = new SoundClock();
  for (const line of [...BEGINS, SOUND_FAULT, told(Number.NaN), told(5)]) {
    clock.line(line, faultIn(line, 0));
  }
  expect(clock.log([4.5]).holes).toEqual([[4.5, 5]]);
});
