/**
 * `npm run fit:overlays`: fits what tells overlays from other changes, on drawn truth sets (`--seeds`) and on clips of ffmpeg's
 * own sources (`--clips`), and writes `likeness-model.ts`. Which changes are followed hangs on the model a little: run it twice.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { termsOf } from '../../layers/media/measure/overlays/likeness.ts';
import type { Traits, Usual } from '../../layers/media/measure/overlays/traits.ts';
import { buildTruthSet } from '../detectors/truth-set.ts';
import { drawOverlayClips } from './draw-clips.ts';
import { type Example, examplesOf, type LabelledClip, labelled } from './examples.ts';
import { fitLogistic } from './logistic.ts';

const RIDGE = 10;
const MODEL = new URL('../../layers/media/measure/overlays/likeness-model.ts', import.meta.url);

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,4,21,101,102,103,104,105' },
    footage: { type: 'string' },
    clips: { type: 'string', default: '2,5' },
  },
});

/** Mean and standard deviation of each trait. */
function usualOf(examples: readonly Example<Traits>[]): Usual {
  const names = Object.keys(examples[0]?.known ?? {}) as (keyof Traits)[];
  const entries = names.map((name) => {
    const list = examples.map(({ known }) => known[name]);
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
    const square = list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / list.length;
    return [name, [rounded(mean), rounded(Math.sqrt(square))]] as const;
  });
  return Object.fromEntries(entries) as unknown as Usual;
}

const rounded = (value: number): number => Number(value.toPrecision(4));

const numbers = (list: string): number[] => list.split(',').filter(Boolean).map(Number);

const examples: Example<Traits>[] = [];
const add = async (name: string, clips: readonly LabelledClip[]): Promise<void> => {
  const before = examples.length;
  for (const clip of clips) examples.push(...(await examplesOf(clip)));
  const right = examples.slice(before).filter((example) => example.right).length;
  console.log(`${name}: ${examples.length - before} changes, ${right} of them overlays or parts`);
};
for (const seed of numbers(values.seeds)) {
  const clips = await buildTruthSet(seed, `bench-out/detectors-${seed}`, values.footage);
  await add(`truth set ${seed}`, clips.map(labelled));
}
for (const seed of numbers(values.clips)) {
  const clips = drawOverlayClips(seed, 120, `bench-out/overlays-${seed}`);
  await add(
    `clips ${seed}`,
    clips.map((clip) => ({ ...clip, unknown: [] })),
  );
}

const usual = usualOf(examples);
const weights = fitLogistic(
  examples.map(({ known }) => termsOf(known, usual)),
  examples.map(({ right }) => right),
  RIDGE,
);
writeFileSync(
  MODEL,
  `import type { Usual } from './traits.ts';

/** Written by \`npm run fit:overlays\`: ${examples.length} changes, ${examples.filter(({ right }) => right).length} of them overlays or parts of one. */
export const MODEL: { readonly usual: Usual; readonly weights: readonly number[] } = ${JSON.stringify({ usual, weights: Array.from(weights, rounded) }, null, 2)};
`,
);
console.log(
  'Written: layers/media/measure/overlays/likeness-model.ts. Format it with npm run format.',
);
