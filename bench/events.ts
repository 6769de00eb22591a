/**
 * `npm run bench:events -- --footage DIR [--seed N]`: edits events into real one-shot clips, and
 * prints how many are found right by the engine and by ffmpeg's own detectors. Constants are set on
 * `--half fit` of the clips alone; what is reported comes from the other half.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAll } from './detectors/read.ts';
import {
  half,
  judge,
  type Scores,
  scoreCuts,
  scoreEvents,
  type Tally,
  tally,
  timed,
} from './detectors/score.ts';
import { table } from './detectors/table.ts';
import type { TruthClip } from './detectors/truth-set.ts';
import { eventClips } from './events/event-clips.ts';
import { ARRIVING_LAYERS, SUBTITLED_SHOTS, TITLED_SHOTS, USUAL } from './events/happening.ts';
import { type Half, halfOf, oneShots } from './events/one-shots.ts';
import { peersSay } from './events/peers.ts';
import { variedShots } from './events/varied-shots.ts';
import { wipedOut } from './events/wiped-out.ts';

const { values } = parseArgs({
  options: {
    footage: { type: 'string' },
    seed: { type: 'string', default: '1' },
    half: { type: 'string', default: 'report' },
    clips: { type: 'string', default: '32' },
    cache: { type: 'string', default: join(tmpdir(), 'video-reader-events') },
    misses: { type: 'boolean', default: false },
    varied: { type: 'boolean', default: false },
    titled: { type: 'boolean', default: false },
    arriving: { type: 'boolean', default: false },
    subtitled: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const { footage, cache } = values;
if (footage === undefined || !['fit', 'report'].includes(values.half)) {
  console.error(
    'bench:events -- --footage DIR [--seed N,N] [--half fit|report] [--varied] [--titled | --arriving | --subtitled] [--clips 32]',
  );
  process.exit(2);
}
const GOALS = { cuts: 0.99, other: 0.95 };
/** Seconds to which an overlay's beginning and end should be right. */
const EXACT = { start: 0.1, end: 0.1 };
const half0 = values.half as Half;
const shots = halfOf(oneShots(footage), half0);
const clips = Number(values.clips);
const KINDS = { titled: TITLED_SHOTS, arriving: ARRIVING_LAYERS, subtitled: SUBTITLED_SHOTS };
const kind = (['titled', 'arriving', 'subtitled'] as const).find((word) => values[word]);
const happening = kind ? KINDS[kind] : USUAL;
const sources = values.varied ? variedShots(shots) : shots;

/** Where scdet speaks up without being wrong: it has no other words. */
function forgiving(clip: TruthClip): TruthClip {
  const { truth } = clip;
  const changes = [truth.dissolves, truth.wipes, truth.fades, truth.flashes, truth.inserts];
  const spans = [...changes, truth.freezes].flat().map(({ from, to }) => {
    return { from: from - 1, to: to + 1, what: 'cuts' as const };
  });
  return { ...clip, truth: { ...truth, ignore: [...truth.ignore, ...spans] } };
}

const scores: Scores = {};
const exact: Scores = {};
const peers: Scores = {};
const what = 'freezes' as const;
/** Freezes where what an encoder wiped out is held to be as alive as it was drawn. */
const drawn = tally({}, what);

function add(sum: Tally, one: Tally | undefined): void {
  for (const count of ['real', 'found', 'said', 'right'] as const) sum[count] += one?.[count] ?? 0;
}
for (const seed of values.seed.split(',').map(Number)) {
  const made = [half0, ...(values.varied ? ['varied'] : []), ...(kind ? [kind] : [])].join('-');
  const folder = join(cache, `${made}-${seed}-${values.clips}`);
  for (const clip of await eventClips({ seed, count: clips }, sources, folder, happening)) {
    const { fps: frameRate, duration, truth } = clip;
    const named = { ...clip, name: `${seed}/${clip.name}` };
    if (values.misses) console.log(`${named.name}: ${clip.description}`);
    const read = await readAll(clip.file, { frameRate, duration, hasAudio: false });
    scoreCuts(scores, 'cuts', named, read.technical.scene_cuts);
    const asDrawn: Scores = {};
    scoreEvents(asDrawn, named, read.technical, read.signal);
    add(drawn, asDrawn['freezes']);
    const wiped = wipedOut(clip.file, frameRate).map((span) => ({ ...span, what }));
    truth.ignore.push(...wiped);
    scoreEvents(scores, named, read.technical, read.signal);
    scoreEvents(exact, named, read.technical, read.signal, EXACT);
    if (!values.peers) continue;
    const said = peersSay(clip.file, duration);
    scoreCuts(peers, 'cuts (ffmpeg scdet at 10)', forgiving(named), said.cuts);
    const blacks = timed(clip, truth.blacks);
    const frozen = timed(clip, truth.freezes);
    const unknown = timed(
      clip,
      truth.ignore.filter(({ what }) => what === 'freezes'),
    );
    judge(peers, 'freezes (ffmpeg freezedetect at -60 dB)', named, {
      said: said.freezes,
      real: frozen,
      match: half,
      ignored: [...unknown, ...blacks],
    });
    judge(peers, 'blacks (ffmpeg blackdetect)', named, {
      said: said.blacks,
      real: blacks,
      match: half,
    });
  }
}
if (exact['overlays']) scores['overlays, start and end within 0.1 s'] = exact['overlays'];
scores['freezes (also of what the encoder wiped out)'] = drawn;
const happened = ([, { real, said }]: [string, { real: number; said: number }]) => real + said > 0;
const shown = Object.fromEntries(Object.entries(scores).filter(happened));
console.log(`${half0} half (${shots.map(({ name }) => name).join(', ')}), seeds ${values.seed}`);
console.log(table(shown, GOALS));
if (values.peers) console.log(table(peers));
if (values.misses) {
  for (const [name, { wrong }] of Object.entries(shown)) {
    if (wrong.length > 0) console.log(`\n${name}\n  ${wrong.join('\n  ')}`);
  }
}
