/**
 * `npm run bench:decks -- [--seed N,N] [--sloped] [--misses]`: draws slides of one make, and what is
 * written on one ground but is no other page, and prints how many turns and additions are found
 * right. The ground has one colour, or goes over from one to another one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { otherDeck, slideDeck } from './decks/decks.ts';
import { renderDeck } from './decks/render-deck.ts';
import { SLOPED_THEMES, THEMES } from './decks/slides.ts';
import { PEERS } from './detectors/peers.ts';
import { dice } from './detectors/random.ts';
import { readAll } from './detectors/read.ts';
import { type Scores, scoreCuts, scoreEvents } from './detectors/score.ts';
import { table } from './detectors/table.ts';
import type { TruthClip } from './detectors/truth-set.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    clips: { type: 'string', default: '24' },
    sloped: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
});
const GOALS = { cuts: 0.99, other: 0.95 };
const themes = values.sloped ? SLOPED_THEMES : THEMES;
/** One of so many clips has no pages. */
const OTHERS = 4;

const folder = await mkdtemp(join(tmpdir(), 'decks-'));
const scores: Scores = {};
for (const seed of values.seed.split(',').map(Number)) {
  const chance = dice(seed * 7919 + 29);
  for (let i = 0; i < Number(values.clips); i++) {
    const deck = i % OTHERS === OTHERS - 1 ? otherDeck(chance, themes) : slideDeck(chance, themes);
    const { fps, frames, truth, description } = deck;
    const file = join(folder, `${seed}-${i}.mp4`);
    await renderDeck(deck, file);
    const clip: TruthClip = {
      name: `${seed}/${i} (${description})`,
      file,
      fps,
      frames,
      truth,
      seconds: (frame) => frame / fps,
      frameAfter: (frame) => frame + 1,
      duration: frames / fps,
      description,
    };
    const read = await readAll(file, { frameRate: fps, duration: clip.duration, hasAudio: false });
    scoreCuts(scores, 'cuts', clip, read.technical.scene_cuts);
    scoreEvents(scores, clip, read.technical, read.signal);
    for (const peer of PEERS)
      scoreCuts(scores, `cuts (${peer.name})`, clip, peer.read(file)(peer.usual));
  }
}
await rm(folder, { recursive: true });
// Stills are still, but where points come and faces move is not told apart here.
delete scores['freezes'];
console.log(table(scores, GOALS));
if (values.misses) {
  for (const [name, { wrong }] of Object.entries(scores)) {
    if (wrong.length > 0 && !name.includes('(')) console.log(`\n${name}\n  ${wrong.join('\n  ')}`);
  }
}
