import type { DrawnSheet, Engine, Measured } from '../../../layers/app/ports/sources/engine.ts';
import { toNumber } from '../../../layers/domain/fraction.ts';
import { sheetSize } from '../../../layers/domain/frames/geometry.ts';
import type { OnScreenText } from '../../../layers/domain/frames/on-screen-text.ts';
import { TECHNICAL_SKIPPED } from '../../../layers/domain/frames/technical.ts';
import { type Damage, NO_DAMAGE } from '../../../layers/domain/sources/damage.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';
import { within } from '../../../layers/domain/stretches.ts';

/** A minute of 640 x 360 at 25 frames a second, with sound. */
export const MINUTE: Probe = {
  format: 'mov,mp4,m4a,3gp,3g2,mj2',
  origin: 0,
  duration: 60,
  picture: {
    index: 0,
    codec: 'h264',
    codedWidth: 640,
    codedHeight: 360,
    pixelAspect: [1, 1],
    rotation: 0,
    mirrored: false,
    timeBase: [1, 12_800],
    firstPts: 0,
    rate: [25, 1],
    peakRate: [25, 1],
    fieldOrder: null,
    namesColorMatrix: true,
    hdr: null,
    timecode: null,
    contentBox: null,
  },
  width: 640,
  height: 360,
  audio: [1],
};

/** What stands on the screen where it is read. */
export const WRITTEN: OnScreenText = {
  start: 2,
  end: 5.2,
  text: 'Harbour Lights',
  region: [0.1, 0.7, 0.6, 0.9],
  confidence: 0.97,
};

export interface FakeEngine extends Engine {
  /** What the next files are found to be; an error is thrown. */
  found: Probe | Error;
  /** Thrown by the next draws, one each. */
  readonly failures: Error[];
  draws: number;
  /** What the next files cannot show. */
  damage: Damage;
  /** Called in the middle of each draw. */
  onDraw: () => Promise<void>;
}

/** Draws sheets of a few bytes in no time; tiles that are lost are left out of their sheet. */
export function fakeEngine(): FakeEngine {
  const engine: FakeEngine = {
    found: MINUTE,
    failures: [],
    draws: 0,
    damage: NO_DAMAGE,
    onDraw: async () => undefined,
    async probe() {
      if (engine.found instanceof Error) throw engine.found;
      return engine.found;
    },
    async *draw(_input, _probe, plan): AsyncGenerator<DrawnSheet, Measured> {
      engine.draws += 1;
      const failure = engine.failures.shift();
      if (failure) throw failure;
      await engine.onDraw();
      for (const [index, [first, count]] of plan.sheets.entries()) {
        const frameTimes = Array.from(
          { length: count },
          (_, tile) => plan.covered[0] + (first + tile) / toNumber(plan.rate),
        ).filter((at) => !engine.damage.lost.some(([from, to]) => at >= from && at < to));
        if (frameTimes.length === 0) continue;
        const [width, height] = sheetSize(plan.geometry, frameTimes.length);
        const jpeg = Buffer.from(`sheet ${index + 1}`);
        yield { page: index + 1, frameTimes, width, height, jpeg };
      }
      return {
        technical: { ...TECHNICAL_SKIPPED, scene_cuts: [1.5] },
        damage: { ...engine.damage, lost: within(engine.damage.lost, plan.covered) },
        notes: [],
        ...(plan.readsText && { writing: { lines: [WRITTEN], notes: [] } }),
      };
    },
  };
  return engine;
}
