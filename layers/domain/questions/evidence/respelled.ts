import { editDistance } from '../../edit-distance.ts';
import { outsideQuotes } from './plain-wording.ts';

/** Words by which questions are understood, long enough that few others look like them. */
const KNOWN: readonly string[] = (
  'video videos camera screen picture pictures black freeze freezes frozen silence silences silent sound audio ' +
  'speech spoken written language languages flash flashes insert inserts inserted frame frames dissolve ' +
  'dissolves transition transitions overlay overlays title titles resolution duration bitrate ' +
  'channel channels first second third longest shortest seconds minute minutes between before after during ' +
  'happen happens happened scene scenes'
).split(' ');
/** Words of English that are no slip of one of these. */
const OTHERS: ReadonlySet<string> = new Set(
  (
    'cameras screens screened pictured back blacks block slack freezer sounds found round ' +
    'pound bound sand spoke spokes flush flesh flashed inset insect inserting fame framed flame ' +
    'flames dissolved overlap overlaps tile tiles tilt tilts tiled titled firsts fist thirds ' +
    'seconded scent scenery since silenced audit blank alter ' +
    'aster durations overly overplay invert inverts inverted inert insets inserter flushes flask ' +
    'flashy resolutions revolution duping daring froze minuet tithe tittle scone firs'
  ).split(' '),
);
const LEAST_LETTERS = 4;

/** The word that is meant by one with a single slip; undefined where it may be a word itself. */
function meant(word: string): string | undefined {
  if (word.length < LEAST_LETTERS || KNOWN.includes(word) || OTHERS.has(word)) return undefined;
  const near = KNOWN.filter((known) => known[0] === word[0] && isOneSlip(word, known));
  return near.length === 1 ? near[0] : undefined;
}

/** One letter more, less or other, or two that changed places. */
const isOneSlip = (word: string, known: string): boolean =>
  Math.abs(word.length - known.length) <= 1 &&
  (editDistance(word, known) === 1 || isSwapped(word, known));

function isSwapped(word: string, known: string): boolean {
  const at = [...word].findIndex((letter, place) => letter !== known[place]);
  if (at < 0 || word.length !== known.length) return false;
  const swapped = `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}`;
  return swapped === known;
}

/** A question with slips of the pen put right; undefined where there are none. */
export function respelled(question: string): string | undefined {
  const right = outsideQuotes(question, (text) =>
    text.replaceAll(/(?<![\p{L}\p{N}'])[a-z]+(?![\p{L}\p{N}])/gu, (word) => meant(word) ?? word),
  );
  return right === question ? undefined : right;
}
