import { FetchMeter } from '../../../../../layers/adapters/links/yt-dlp/progress.ts';

const readAll = (...lines: string[]) => {
  const meter = new FetchMeter();
  return { meter, told: lines.map((line) => meter.read(line)).filter((told) => told) };
};

describe('progress of a fetch', () => {
  test('is told in bytes, with the size and the seconds left once they are known', () => {
    const { told } = readAll(
      'vr-size NA',
      'vr-progress downloading 1024 NA NA NA',
      'vr-progress downloading 2048 4096 NA 3',
      'vr-progress finished 4096 4096 NA NA',
    );
    expect(told).toEqual([
      { bytes: 1024, of: null, secondsLeft: null },
      { bytes: 2048, of: 4096, secondsLeft: 3 },
      { bytes: 4096, of: 4096, secondsLeft: null },
    ]);
  });

  test('counts sound on from the picture', () => {
    const { told } = readAll(
      'vr-size 5000',
      'vr-progress downloading 4000 4000 NA 0',
      'vr-progress finished 4000 4000 NA NA',
      'vr-progress downloading 500 1000 NA 1',
      'vr-progress finished 1000 1000 NA NA',
    );
    expect(told.map((progress) => progress?.bytes)).toEqual([4000, 4000, 4500, 5000]);
    expect(told.map((progress) => progress?.of)).toEqual([5000, 5000, 5000, 5000]);
  });

  test('does not count the captions that come first', () => {
    const { told } = readAll(
      'vr-progress finished 42 42 NA NA',
      'vr-size NA',
      'vr-progress finished 100 100 NA NA',
    );
    expect(told).toEqual([{ bytes: 100, of: 100, secondsLeft: null }]);
  });

  test('never passes its own size, whatever was estimated', () => {
    const { told } = readAll('vr-size 100', 'vr-progress downloading 900 NA 650.5 NA');
    expect(told).toEqual([{ bytes: 900, of: 900, secondsLeft: null }]);
  });

  test('knows what the fetch will take before it has taken it', () => {
    const { meter } = readAll('vr-size NA', 'vr-progress downloading 1024 999999999 NA 90');
    expect(meter.size).toBe(999_999_999);
  });

  test('tells the file, whatever is in its name, and skips all else', () => {
    const { meter, told } = readAll(
      '',
      'vr-size',
      'noise',
      'vr-progress',
      'vr-file /tmp/a b/media.mp4',
    );
    expect(meter.file).toBe('/tmp/a b/media.mp4');
    expect(told).toEqual([{ bytes: 0, of: null, secondsLeft: null }]);
  });
});
