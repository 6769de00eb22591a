/**
 * `npm run fit:overlays:whole -- --footage DIR`: fits the trees that judge a change by all that was
 * seen of it, on events edited into the half of the footage that constants are set on, and writes
 * `whole-model.ts`. Runs after `fit:overlays`, whose regression is the first thing they ask about.
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
import { labelled, wholeExamplesOf } from './examples.ts';

const BOOSTING = { trees: 160, depth: 3, rate: 0.1, least: 10, ridge: 5, share: 0.5 };
const MODEL = new URL('../../layers/media/measure/overlays/whole-model.ts', import.meta.url);

/** Clips that are edited as `bench:events` does; `varied` ones are of the takes that its `--varied` has. */
const CLIPS = 32;
const SETS: readonly { seeds: readonly number[]; varied: boolean }[] = [
  { seeds: [1, 2, 21, 5001], varied: false },
  { seeds: [5101], varied: true },
];

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
for (const { seeds, varied } of SETS) {
  for (const seed of seeds) {
    const folder = join(values.cache, `fit${varied ? '-varied' : ''}-${seed}-${CLIPS}`);
    const sources = varied ? variedShots(shots) : shots;
    const before = examples.length;
    for (const clip of await eventClips({ seed, count: CLIPS }, sources, folder)) {
      for (const { known, right } of await wholeExamplesOf(labelled(clip)))
        examples.push({ values: known, right, clip: `${folder}/${clip.name}` });
    }
    const right = examples.slice(before).filter((example) => example.right).length;
    console.log(`${folder}: ${examples.length - before} changes, ${right} overlays or parts`);
  }
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
