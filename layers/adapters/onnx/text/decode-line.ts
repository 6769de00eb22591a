/** A line as a recogniser's output tells it. */
export interface DecodedLine {
  readonly text: string;
  /** Mean of the likelihoods of its characters. */
  readonly confidence: number;
}

/** Class of the steps that show no character. */
const NONE = 0;
/**
 * A gap is a space where letters stand further apart than theirs of the line do, by this part of
 * the usual distance, or where the recogniser itself holds a space for possible.
 */
const WIDER_BY = 0.7;
const POSSIBLE_SPACE = 0.05;
/** How wide letters are, as parts of the usual one. */
const WIDE = { letters: 'mwMW%@—', part: 1.5 };
const NARROW = { letters: "iljtfrI1.,:;'!|()[]", part: 0.6 };

/**
 * The best path through a recogniser's steps (CTC): each step names a character or none, and the
 * same one in a row is one. It was taught on writing without spaces, so spaces come from the gaps.
 * @param alphabet character of each class; class 0 is none, the last one a space
 */
export function decodeLine(
  likelihoods: Float32Array,
  classes: number,
  alphabet: readonly string[],
): DecodedLine {
  const space = classes - 1;
  const found: { readonly letter: string; readonly first: number; last: number }[] = [];
  const spaces: number[] = [];
  let sum = 0;
  let before = NONE;
  for (let step = 0; (step + 1) * classes <= likelihoods.length; step++) {
    const at = step * classes;
    let best = NONE;
    for (let other = 1; other < classes; other++) {
      if ((likelihoods[at + other] as number) > (likelihoods[at + best] as number)) best = other;
    }
    spaces.push(likelihoods[at + space] as number);
    const last = found.at(-1);
    if (best !== NONE && best === before && last) last.last = step;
    else if (best !== NONE) {
      found.push({ letter: alphabet[best] ?? '', first: step, last: step });
      sum += likelihoods[at + best] as number;
    }
    before = best;
  }
  return {
    text: spaced(found, spaces).trim(),
    confidence: found.length === 0 ? 0 : sum / found.length,
  };
}

type Found = readonly { readonly letter: string; readonly first: number; readonly last: number }[];

function spaced(found: Found, spaces: readonly number[]): string {
  const gaps = found.slice(1).map((next, at) => {
    const previous = found[at] ?? next;
    return {
      distance: middle(next) - middle(previous),
      widths: (widthOf(previous.letter) + widthOf(next.letter)) / 2,
    };
  });
  const usual = median(gaps.map(({ distance, widths }) => distance / widths));
  return found
    .map(({ letter, first }, at) => {
      const previous = found[at - 1];
      const gap = gaps[at - 1];
      if (!previous || !gap || letter === ' ' || previous.letter === ' ') return letter;
      const likeliest = Math.max(0, ...spaces.slice(previous.last + 1, first));
      const isWide = gap.distance >= (gap.widths + WIDER_BY) * usual;
      return isWide || likeliest > POSSIBLE_SPACE ? ` ${letter}` : letter;
    })
    .join('');
}

const widthOf = (letter: string): number =>
  [WIDE, NARROW].find(({ letters }) => letters.includes(letter))?.part ?? 1;

const middle = ({ first, last }: { readonly first: number; readonly last: number }) =>
  (first + last) / 2;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
