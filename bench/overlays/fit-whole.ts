/**
 * `npm run fit:overlays:whole -- --footage DIR`: fits the trees that judge a change by all that was
 * seen of it, on events edited into the half of the footage that constants are set on and on things
 * drawn over ffmpeg's own sources, and writes `whole-model.ts`. Runs after `fit:overlays`, whose
 * regression is the first thing they ask about.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dice } from '../detectors/random.ts';
import { eventClips } from '../events/event-clips.ts';
import { halfOf, oneShots } from '../events/one-shots.ts';
import { variedShots } from '../events/varied-shots.ts';
import { fitTrees, type Row } from './boosting.ts';
import { drawOverlayClips } from './draw-clips.ts';
import { type LabelledClip, labelled, wholeExamplesOf } from './examples.ts';

const BOOSTING = { trees: 320, depth: 4, rate: 0.1, least: 20, ridge: 5, share: 0.5 };
const MODEL = new URL('../../layers/media/measure/overlays/whole-model.ts', import.meta.url);

/** Clips that are edited as `bench:events` does; `varied` ones are of the takes that its `--varied` has. */
const CLIPS = 32;
const SETS: readonly { seeds: readonly number[]; varied: boolean }[] = [
  { seeds: [1, 2, 21, 5001], varied: false },
  { seeds: [5101], varied: true },
];
/** How often an example of footage counts: there are as many again of drawn ones. */
const FOOTAGE_WEIGHT = 2;

/** Clips that are drawn over ffmpeg's own sources, counters and moving shapes among them. */
const DRAWN = { clips: 120, seeds: [21, 22, 23] } as const;

const { values } = parseArgs({
  options: {
    footage: { type: 'string' },
    cache: { type: 'string', default: join(tmpdir(), 'video-reader-events') },
  },
});
if (values.footage === undefined) {
  console.error('fit:overlays:whole -- --footage DIR [--cache DIR]');
  process.exit(2);
}
const shots = halfOf(oneShots(values.footage), 'fit');
const examples: Row[] = [];
async function add(folder: string, clips: readonly LabelledClip[], weight: number): Promise<void> {
  const found: Row[] = [];
  for (const clip of clips) {
    for (const { known, right } of await wholeExamplesOf(clip))
      found.push({ values: known, right, clip: clip.file });
  }
  for (let i = 0; i < weight; i++) examples.push(...found);
  const right = found.filter((example) => example.right).length;
  console.log(`${folder}: ${found.length} changes, ${right} overlays or parts`);
}
for (const { seeds, varied } of SETS) {
  for (const seed of seeds) {
    const folder = join(values.cache, `fit${varied ? '-varied' : ''}-${seed}-${CLIPS}`);
    const sources = varied ? variedShots(shots) : shots;
    const clips = await eventClips({ seed, count: CLIPS }, sources, folder);
    await add(folder, clips.map(labelled), FOOTAGE_WEIGHT);
  }
}
for (const seed of DRAWN.seeds) {
  const folder = join(values.cache, `drawn-${seed}`);
  const clips = drawOverlayClips(seed, DRAWN.clips, folder);
  await add(
    folder,
    clips.map((clip) => ({ ...clip, unknown: [] })),
    1,
  );
}
const model = fitTrees(examples, BOOSTING, dice(1));
writeFileSync(
  MODEL,
  `import type { Trees } from './trees.ts';

/** Written by \`npm run fit:overlays:whole\`: ${examples.length} changes, ${examples.filter(({ right }) => right).length} of them overlays or parts of one. */
export const WHOLE_MODEL: Trees = ${JSON.stringify(model)};
`,
);
console.log('Written: layers/media/measure/overlays/whole-model.ts. Format it: npm run format.');
