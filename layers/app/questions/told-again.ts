import { toCredits } from '../../domain/accounts/credits.ts';
import { beginning } from '../../domain/characters.ts';
import { FOLLOW_UP_PRICE } from '../../domain/questions/depths.ts';
import type { Ranking } from '../ports/questions/ranking.ts';
import type { Basis } from './answer-pass.ts';
import {
  type Asking,
  answerPrompt,
  eventList,
  type Fence,
  noteList,
  speechList,
  systemPrompt,
} from './prompts.ts';
import type { Earlier } from './reading.ts';

/** Texts that are ranked for a question; more than that no call has room for. */
const MOST_RANKED = 100;
const CHARACTERS_PER_TOKEN = 4;
/** Characters that are told in any case, however long the question is. */
const LEAST_TOLD = 1_000;
/** Parts of the room: of earlier questions, of measures, and of speech in what these leave. */
const SHARES = { asked: 0.2, events: 0.2, speech: 0.5 } as const;

/** A little of all that may be told: what stands around it has its length too. */
const LITTLE = {
  sheets: [],
  speech: '.',
  events: '.',
  notes: [{ kind: '', from: 0, to: 0, text: '', certainty: 1 }],
  earlier: '.',
};

/** Who asks, and what it is answered from. */
interface Told {
  readonly ranking: Ranking;
  readonly fence: Fence;
  readonly asking: Asking;
  readonly tokensPerCredit: number;
}

/**
 * What a question in a session is answered from: the best of what was found, as much as the price of
 * the question pays for.
 */
export function toldAgain(
  { ranking, fence, asking, tokensPerCredit }: Told,
  { window, tiles, notes, events, transcript, asked }: Earlier,
): Basis {
  const instructions = systemPrompt(fence) + answerPrompt(fence, asking, LITTLE);
  const paid = toCredits(FOLLOW_UP_PRICE) * tokensPerCredit * CHARACTERS_PER_TOKEN;
  let room = Math.max(LEAST_TOLD, paid - instructions.length);
  /** The first of the entries that fit into a share of the room that is left. */
  const fitting = <T>(entries: readonly T[], share: number, textOf: (entry: T) => string): T[] => {
    let left = room * share;
    return entries.filter((entry) => {
      const length = textOf(entry).length + 1;
      if (length > left) return false;
      left -= length;
      room -= length;
      return true;
    });
  };
  const best = <T extends { readonly text: string }>(texts: readonly T[]): T[] =>
    inOrderOf(
      ranking.best(
        asking.question ?? '',
        texts.map(({ text }) => text),
        MOST_RANKED,
      ),
      texts,
    );
  // The latest first: of a long session the beginning is left out.
  const longest = Math.floor(room * SHARES.asked) - 1;
  const exchanges = asked.map(({ question, answer }) =>
    beginning(`Q: ${question}\nA: ${answer}`, longest),
  );
  const before = fitting(exchanges.reverse(), SHARES.asked, (text) => text).reverse();
  const measured = fitting(events, SHARES.events, (event) => eventList([event]));
  const said = fitting(best(transcript?.segments ?? []), SHARES.speech, (one) => speechList([one]));
  const noted = fitting(best(notes), 1, (note) => noteList([note]));
  return {
    window,
    sheets: [],
    tiles,
    speech: said.sort((a, b) => a.start - b.start),
    events: measured,
    notes: noted.sort((a, b) => a.from - b.from),
    earlier: before.join('\n'),
  };
}

/** All entries: those of the given places first. */
const inOrderOf = <T>(places: readonly number[], entries: readonly T[]): T[] => [
  ...places.flatMap((at) => entries[at] ?? []),
  ...entries.filter((_, at) => !places.includes(at)),
];
