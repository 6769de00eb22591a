import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import { lengthNotes } from '../../../layers/domain/sources/file-notes.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { probe } from '../../../layers/media/probe/probe.ts';
import { asMany } from '../../support/breadth.ts';
import { ffmpeg } from '../../support/clips/ffmpeg.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('goes-on-elsewhere');
const file = (name: string) => join(folder, name);
const binaries = await findBinaries({});

const SECONDS = 4;
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25'];
const MPEG2 = ['-c:v', 'mpeg2video', '-q:v', '5'];
const OTHER_PID = ['-mpegts_start_pid', '0x150'];

/** Of noise ffmpeg sees the first part alone when it opens the file; of the rest it sees all. */
const PLAIN = 'null';
const NOISE = 'noise=alls=100:allf=t';

async function part(second: number, filter: string, options: readonly string[], kind = 'ts') {
  const path = file(`part.${kind}`);
  const picture = `testsrc2=s=320x180:r=25:d=${SECONDS},${filter}`;
  const timed = ['-output_ts_offset', String(second)];
  await ffmpeg('-f', 'lavfi', '-i', picture, '-pix_fmt', 'yuv420p', ...options, ...timed, path);
  return readFile(path);
}

async function probed(parts: readonly Buffer[]) {
  await writeFile(file('joined'), Buffer.concat(parts));
  return probe(binaries, file('joined'), AbortSignal.timeout(60_000));
}

const QUIET: readonly string[] = ['-qp', '3'];

test.each(
  asMany(
    [['another stream, far behind', NOISE, [...H264, ...QUIET, ...OTHER_PID], 'h264'] as const],
    [
      ['another stream, far behind', NOISE, [...H264, ...QUIET, ...OTHER_PID], 'h264'] as const,
      ['another stream, near', PLAIN, [...H264, ...OTHER_PID], 'h264'] as const,
      ['another codec', PLAIN, MPEG2, 'mpeg2video'] as const,
    ],
  ),
)(
  'of a picture that goes on in %s it is said that it is not read',
  async (_, filter, next, codec) => {
    const first = filter === NOISE ? [...H264, ...QUIET] : H264;
    const found = await probed([await part(0, filter, first), await part(SECONDS, filter, next)]);
    expect(found.goesOnAs).toBe(codec);
    expect(lengthNotes(found)).toEqual([
      expect.stringContaining(`goes on in another stream or codec`),
    ]);
    const { coverage } = planFrames(FramesRequest.parse({ url: 'a.ts' }), found);
    expect(coverage.is_full_video).toBe(false);
  },
);

test('so it is of a track that begins behind the end of the other', async () => {
  await part(0, PLAIN, H264, 'mp4');
  const later = ['-itsoffset', '6', '-i', file('part.mp4'), '-map', '0', '-map', '1'];
  await ffmpeg('-i', file('part.mp4'), ...later, '-c', 'copy', file('tracks.mp4'));
  const found = await probe(binaries, file('tracks.mp4'), AbortSignal.timeout(60_000));
  expect(found.goesOnAs).toBe('h264');
});

test('two pictures side by side are no picture that goes on elsewhere', async () => {
  const both = ['-map', '0:v', '-map', '0:v', ...H264];
  expect(lengthNotes(await probed([await part(0, PLAIN, both)]))).toEqual([]);
});
