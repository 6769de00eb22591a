import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { takeOnLoopback } from '../../layers/adapters/loopback/take-bytes.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';

const TINY = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=5:d=2', '-f', 'lavfi', '-i', 'sine=d=2'];

/** What ffmpeg writes to an address, and how it ends. */
async function written(address: string): Promise<number | null> {
  const { ffmpeg } = await findBinaries({});
  const to = ['-ftp-write-seekable', '1', '-f', 'matroska', '-y', address];
  const args = ['-v', 'error', '-nostdin', ...TINY, ...to];
  const child = spawn(ffmpeg, args, { env: {}, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return code;
}

test('all that ffmpeg wrote is taken, also what it went back for as the last it did', async () => {
  const file = Buffer.alloc(1_000_000);
  const places: number[] = [];
  let size = 0;
  const taken = await takeOnLoopback({
    async write(bytes, at) {
      file.set(bytes, at);
      places.push(at);
      size = Math.max(size, at + bytes.length);
    },
  });
  expect(await written(taken.address)).toBe(0);
  await taken.close();
  expect(places.some((at, n) => at < (places[n - 1] ?? 0))).toBe(true);
  // The size of the segment, which is known last, is that of what follows it.
  const segment = file.indexOf('18538067', 0, 'hex');
  const told = Number(file.readBigUInt64BE(segment + 4) & 0xff_ffff_ffff_ffffn);
  expect(told).toBe(size - segment - 12);
});

test('a writer that does not know the password writes nothing', async () => {
  const places: number[] = [];
  const taken = await takeOnLoopback({
    async write(_, at) {
      places.push(at);
    },
  });
  expect(await written(taken.address.replace(/:[^:@]+@/, ':other@'))).not.toBe(0);
  await taken.close();
  expect(places).toEqual([]);
});
