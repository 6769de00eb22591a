import { join } from 'node:path';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import type { SegmentPlan } from '../../../layers/media/segments/segment-plan.ts';
import { asMany } from '../../support/breadth.ts';
import { drawFile } from '../../support/clips/draw.ts';
import {
  type Given,
  readCut,
  readKept,
  readOnce,
  withoutDoubt,
} from '../../support/segments/compare.ts';
import { KINDS, makeKind, makeScenes } from '../../support/segments/kinds.ts';
import { suiteFolder } from '../../support/suite-folder.ts';

/**
 * Kinds whose cuts are found in ways of their own; `npm run soak:segments` reads them all, in more
 * segments.
 */
const NAMES = ['open-gop-hevc.mp4', 'intra-refresh.ts', 'varying.mkv', 'hole.ts', 'late-start.ts'];
const kinds = KINDS.filter(({ name }) => NAMES.includes(name));

const folder = await suiteFolder('segments-test');
const binaries = await findBinaries({});
const engine = ffmpegEngine(binaries);
const scenes = join(folder, 'scenes.nut');
beforeAll(() => makeScenes(scenes));
const signal = new AbortController().signal;

/** Holding a dissolve and a still is enough for these; what comes later is looked at in others. */
const SHORT = ['open-gop-hevc.mp4', 'varying.mkv', 'late-start.ts'];

const made = new Map<string, Promise<string>>();

/** The file of a kind, made once for all tests. */
function fileOf(name: string): Promise<string> {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`no kind is called ${name}`);
  const file = made.get(name) ?? makeKind(kind, scenes, folder, SHORT.includes(name) ? 6 : 10);
  made.set(name, file);
  return file;
}

const probes = new Map<string, Promise<Probe>>();

/** What is found of the file of a kind, learned once for all tests. */
async function probeOf(name: string): Promise<Probe> {
  const input = await fileOf(name);
  const probe = probes.get(name) ?? engine.probe(input, signal);
  probes.set(name, probe);
  return probe;
}

async function sourceOf(name: string, question: object) {
  const [input, probe] = [await fileOf(name), await probeOf(name)];
  const asked = { url: input, sheet_width: 784, ...question };
  const plan = planFrames(FramesRequest.parse(asked), probe);
  return { binaries, input, probe, plan };
}

const THREE = '3 segments, merged while they are decoded';
/** As functions do it: all is decoded first, and merged out of the folders. */
const TWO = '2 segments, merged out of their folders';
const READS = kinds.map((kind, i) => ({ ...kind, cut: i % 2 === 0 ? THREE : TWO }));

test.each(READS)('a read of $name gives the same in $cut', async ({ cut, ...kind }) => {
  const comparable = (given: Given) => (kind.damage ? withoutDoubt(given) : given);
  const question = { detail: 'standard', signals: 'full', read_text: true };
  const source = await sourceOf(kind.name, question);
  const once = comparable(await readOnce(source));
  expect(once.sheets.length).toBeGreaterThan(0);
  const cuts = new Set<number>();
  const cutInto = (now: readonly SegmentPlan[]) =>
    secondsOf(now).forEach((at) => void cuts.add(at));
  const parts = cut === THREE ? await readCut(source, 3, cutInto) : await readKept(source, 2);
  expect(comparable(parts)).toEqual(once);
  if (cut === THREE) expect(cuts.size).toBeGreaterThan(1);
});

test('what happens over a cut is found: a dissolve, a still, silence, a title', async () => {
  const source = await sourceOf('gop-12.mp4', { detail: 'standard', signals: 'full' });
  const cuts: number[] = [];
  const { measured } = await readCut(source, 8, (parts) => cuts.push(...secondsOf(parts)));
  const spans = (from: number, to: number) => cuts.some((cut) => cut > from && cut < to);
  expect([spans(2, 3), spans(4, 5.4), spans(5, 6.6), spans(6, 8)]).toEqual(Array(4).fill(true));
  expect(measured).toMatchObject({
    technical: {
      freezes: [{ start: expect.closeTo(4, 0.5) }],
      silence_gaps: [{ start: expect.closeTo(5, 0.5) }],
    },
  });
});

/** Where a plan is cut, in seconds of a clip whose clock begins at 0. */
const secondsOf = (parts: readonly SegmentPlan[]): number[] =>
  parts.flatMap((part) =>
    part.kind === 'pictures' && part.from !== null ? [part.from / 15360] : [],
  );

const OF_TILES: readonly (readonly [string, object])[] = [
  ['keyframes alone', { detail: 'overview', qa: false, signals: 'off' }],
  ['a few exact frames', { detail: 'single', start: 3.3, qa: false, signals: 'off' }],
];

test.each(asMany(OF_TILES.slice(1), OF_TILES))(
  'a read of %s is one segment, whose record gives the same',
  async (_, question) => {
    const source = await sourceOf('gop-12.mp4', question);
    const parts: SegmentPlan[] = [];
    const cut = await readCut(source, 7, (now) => parts.push(...now));
    expect(cut).toEqual(await readOnce(source));
    expect(parts).toEqual([{ kind: 'tiles', readsText: false }]);
  },
);

test('a window of a file whose sound begins first gives the same', async () => {
  const source = await sourceOf('early-sound.mkv', { detail: 'detail', start: 1.37, end: 5.9 });
  expect(await readCut(source, 2)).toEqual(await readOnce(source));
});

test('a late window without a keyframe near it is read, not waited for', async () => {
  const name = 'intra-refresh.ts';
  const late = { detail: 'standard', start: 8.5 };
  const { sheets } = await drawFile(engine, await fileOf(name), late, await probeOf(name));
  expect(sheets.length).toBeGreaterThan(0);
});
