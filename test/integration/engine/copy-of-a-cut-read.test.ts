import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inventoryOf } from '../../../layers/media/copy/inventory.ts';
import { makeWorkingCopy } from '../../../layers/media/copy/working-copy.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { probe } from '../../../layers/media/probe/probe.ts';
import { asMany } from '../../support/breadth.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { cutStore } from '../../support/sites/cut-store.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

const folder = await suiteFolder('cut-read');
const file = (name: string) => join(folder, name);
const binaries = await findBinaries({});
const signal = new AbortController().signal;

const FRAMES = 75;
const SOURCE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=3', '-f', 'lavfi', '-i'];
const SOUND = ['sine=d=3:r=48000', '-c:a', 'pcm_s16le'];

/**
 * A master that states how many frames it has, one with an index of times, and one with neither.
 */
const MASTERS = {
  'master.mov': ['-c:v', 'prores_ks', '-profile:v', '3', '-pix_fmt', 'yuv422p10le'],
  'master.mxf': ['-c:v', 'mpeg2video', '-g', '1', '-qmax', '2'],
  'master.ts': ['-c:v', 'mpeg2video', '-qmax', '2', '-c:a', 'mp2'],
} as const;

beforeAll(async () => {
  for (const [name, codec] of Object.entries(MASTERS)) {
    await quickFfmpeg(...SOURCE, ...SOUND, ...codec, file(name));
  }
});

/**
 * The copy of a master whose reads are cut in its middle; the probe is of the whole file.
 */
async function copyOfCut(name: string, times: number) {
  const { size: bytes } = await stat(file(name));
  const store = await cutStore(file(name), Math.round(bytes / 2), times);
  try {
    const master = {
      input: store.address,
      bytes,
      probe: await probe(binaries, file(name), signal),
    };
    const copy = await makeWorkingCopy(binaries, master, folder, signal);
    return { copy, cuts: store.cuts() };
  } finally {
    await store.close();
  }
}

const NAMES = Object.keys(MASTERS);

test.each(asMany(['master.mov'], NAMES))(
  'no copy is made of %s while every read is cut',
  async (name) => {
    const { copy, cuts } = await copyOfCut(name, Number.POSITIVE_INFINITY);
    expect(cuts).toBeGreaterThan(0);
    expect(copy).toEqual({ why: expect.any(String) });
  },
);

test.each(NAMES)(
  'of %s, read over a line that is cut once, a copy is whole or none',
  async (name) => {
    const { copy, cuts } = await copyOfCut(name, 1);
    expect(cuts).toBe(1);
    if ('why' in copy) return;
    const { streams } = await inventoryOf(binaries, copy.path, signal);
    expect(streams.get(0)?.packets).toBe(FRAMES);
  },
);
